package dev.assay.message;

import java.util.concurrent.CompletionStage;

/** The way to the broker, or within one process to the other service. */
public interface MessageTransport {
  /**
   * Hands a message over. Completes when it is safe with the receiving side (the broker's confirm,
   * or in one process the handler's end), and exceptionally when it is not, or perhaps not: with
   * {@link NobodyTakes} when there is no receiver.
   */
  CompletionStage<Void> deliver(Outbox.Row message);

  /** How many messages more for {@code destination} it takes now without making them wait. */
  default int room(Outbox.Destination destination) {
    return Integer.MAX_VALUE;
  }

  /** Nobody is there, or has ever been, for whom the message is. */
  final class NobodyTakes extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is missing; for the log. */
    public NobodyTakes(String sentence) {
      super(sentence);
    }
  }
}

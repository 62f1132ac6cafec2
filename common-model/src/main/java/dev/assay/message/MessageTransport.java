package dev.assay.message;

import java.util.concurrent.CompletionStage;

/**
 * Delivers outbox messages: to the broker, or in the all-in-one to the other service in this
 * process.
 */
public interface MessageTransport {
  /**
   * Delivers a message. Completes when the receiving side has it safely (confirmed by the broker,
   * or handled when in one process), and exceptionally when it may not have it: with {@link
   * NobodyTakes} when there is no receiver.
   */
  CompletionStage<Void> deliver(Outbox.Row message);

  /**
   * How many more messages for {@code destination} the transport accepts now without making them
   * wait.
   */
  default int room(Outbox.Destination destination) {
    return Integer.MAX_VALUE;
  }

  /** Thrown when a message has no receiver. */
  final class NobodyTakes extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@code sentence} says what is missing; for the log. */
    public NobodyTakes(String sentence) {
      super(sentence);
    }
  }
}

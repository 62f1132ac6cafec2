package dev.assay.message;

import java.util.concurrent.CompletionStage;

/** The way to the broker, or within one process to the other service. */
public interface Courier {
  /**
   * Hands a message over. Completes when it is safe with the receiving side (the broker's confirm,
   * or in one process the handler's end), and exceptionally when it is not, or perhaps not.
   */
  CompletionStage<Void> deliver(Outbox.Destination destination, String body);
}

package dev.assay.rule;

import java.util.concurrent.CancellationException;

/** Whoever gave a run up interrupts its thread: between two steps it ends. */
final class Interruption {
  private Interruption() {}

  /** CancellationException when nobody waits for the run any more. */
  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody waits for it any more");
    }
  }
}

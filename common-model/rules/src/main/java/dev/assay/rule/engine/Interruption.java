package dev.assay.rule.engine;

import java.util.concurrent.CancellationException;

/**
 * Checks whether a run was cancelled: the caller cancels it by interrupting its thread, and the run
 * ends before the next step.
 */
public final class Interruption {
  private Interruption() {}

  /** Throws CancellationException when the current thread is interrupted. */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody waits for it any more");
    }
  }
}

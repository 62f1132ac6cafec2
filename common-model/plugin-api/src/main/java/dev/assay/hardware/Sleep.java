package dev.assay.hardware;

import java.time.Duration;

/** Waiting, which tests replace. */
@FunctionalInterface
public interface Sleep {
  /** Sleeps on the calling virtual thread. */
  Sleep REAL = Thread::sleep;

  /** Returns after {@code duration}, or ends early with InterruptedException. */
  void pause(Duration duration) throws InterruptedException;
}

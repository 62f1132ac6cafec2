package dev.assay.api.callback;

import dev.assay.api.ApiConfig;
import dev.assay.api.attempt.AttemptRefused;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Waits for a short time while a conductor works on the node that a callback is for: a fast machine
 * posts its data before the conductor that booted it has recorded that the node waits for them, and
 * a ramdisk of before 2023 does not post them again after a 409. Source: docs/decisions/0005.
 */
@ApplicationScoped
class BusyNodeWait {
  /** How many callbacks wait at once; further ones are refused, as they hold memory. */
  private static final int MOST = 64;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Semaphore places = new Semaphore(MOST);
  private final long pauses;
  private final Runnable pause;

  @Inject
  BusyNodeWait(ApiConfig config) {
    this(config.busyNodeWait(), () -> LockSupport.parkNanos(PAUSE.toNanos()));
  }

  /** {@code pause} is called instead of each pause of 0.1 seconds. */
  BusyNodeWait(Duration limit, Runnable pause) {
    if (limit.isNegative() || limit.compareTo(Duration.ofSeconds(20)) > 0) {
      throw new IllegalArgumentException(
          "assay.api.busy-node-wait must be from 0s to 20s, as a ramdisk waits 30 seconds for its"
              + " response, not "
              + limit);
    }
    this.pauses = limit.dividedBy(PAUSE);
    this.pause = pause;
  }

  /** Runs the attempt again while it throws NODE_LOCKED, until the limit. */
  <T> T call(Supplier<T> attempt) {
    try {
      return attempt.get();
    } catch (AttemptRefused e) {
      if (!isBusy(e) || !places.tryAcquire()) {
        throw e;
      }
      try {
        return again(attempt, e);
      } finally {
        places.release();
      }
    }
  }

  private <T> T again(Supplier<T> attempt, AttemptRefused first) {
    var refused = first;
    for (long i = 0; i < pauses && isBusy(refused); i++) {
      pause.run();
      try {
        return attempt.get();
      } catch (AttemptRefused e) {
        refused = e;
      }
    }
    throw refused;
  }

  private static boolean isBusy(AttemptRefused refused) {
    return refused.code() == ErrorCode.NODE_LOCKED;
  }
}

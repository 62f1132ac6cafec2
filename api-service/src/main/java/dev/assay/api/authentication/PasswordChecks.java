package dev.assay.api.authentication;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits how many passwords are checked at once, since each check takes a processor for tens of
 * milliseconds or more. A bounded number of others wait, for a bounded time.
 */
final class PasswordChecks {
  private static final int MAX_CONCURRENT = 4;
  private static final int MAX_WAITING = 100;
  private static final long MAX_WAIT_MILLIS = 5_000;

  private final Semaphore running;
  private final Semaphore admitted;
  private final int maxAdmitted;
  private final long maxWaitMillis;

  PasswordChecks() {
    this(
        Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MAX_CONCURRENT),
        MAX_WAITING,
        MAX_WAIT_MILLIS);
  }

  PasswordChecks(int atOnce, int waiting, long maxWaitMillis) {
    this.running = new Semaphore(atOnce, true);
    this.maxAdmitted = atOnce + waiting;
    this.admitted = new Semaphore(maxAdmitted);
    this.maxWaitMillis = maxWaitMillis;
  }

  /** The result of {@code check}; empty when too many wait or no slot becomes free in time. */
  <T> Optional<T> inTurn(Supplier<T> check) {
    if (!admitted.tryAcquire()) {
      return Optional.empty();
    }
    try {
      if (!running.tryAcquire(maxWaitMillis, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      try {
        return Optional.of(check.get());
      } finally {
        running.release();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      admitted.release();
    }
  }

  /** The number of checks that run or wait. */
  int underWay() {
    return maxAdmitted - admitted.availablePermits();
  }
}

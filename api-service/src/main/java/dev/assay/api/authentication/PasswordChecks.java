package dev.assay.api.authentication;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * At most a few passwords are checked at once, since each takes a processor for tens of
 * milliseconds or more; a bounded number waits, for a bounded time.
 */
final class PasswordChecks {
  private static final int MAX = 4;
  private static final int WAITING = 100;
  private static final long PATIENCE_MILLIS = 5_000;

  private final Semaphore running;
  private final Semaphore inside;
  private final int places;
  private final long patienceMillis;

  PasswordChecks() {
    this(
        Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MAX),
        WAITING,
        PATIENCE_MILLIS);
  }

  PasswordChecks(int atOnce, int waiting, long patienceMillis) {
    this.running = new Semaphore(atOnce, true);
    this.places = atOnce + waiting;
    this.inside = new Semaphore(places);
    this.patienceMillis = patienceMillis;
  }

  /** What {@code check} gives; empty when too many wait or its turn does not come. */
  <T> Optional<T> inTurn(Supplier<T> check) {
    if (!inside.tryAcquire()) {
      return Optional.empty();
    }
    try {
      if (!running.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
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
      inside.release();
    }
  }

  /** How many are checked or wait at this moment. */
  int underWay() {
    return places - inside.availablePermits();
  }
}

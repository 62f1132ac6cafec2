package dev.assay.api.callback;

import dev.assay.api.ApiConfig;
import dev.assay.api.attempt.AttemptRefused;
import dev.assay.error.ErrorCode;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Waits for a short time while a conductor works on the node that a callback is for: a fast machine
 * posts its data before the conductor that booted it has recorded that the node waits for them, and
 * ramdisks up to 2023.1 do not post them again after a 409. Source: docs/decisions/0005.
 */
@Startup // so that an option that makes no sense is noticed at the start
@ApplicationScoped
class BusyNodeWait {
  /** How many callbacks wait at once; further ones are refused, as they hold memory. */
  private static final int MOST = 64;

  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  private final Semaphore places = new Semaphore(MOST);
  private final Duration limit;
  private final InstantSource clock;
  private final Consumer<Duration> pause;

  @Inject
  BusyNodeWait(ApiConfig config, Clock clock) {
    this(config.busyNodeWait(), clock, pause -> LockSupport.parkNanos(pause.toNanos()));
  }

  /** {@code pause} is called instead of each pause. */
  BusyNodeWait(Duration limit, InstantSource clock, Consumer<Duration> pause) {
    if (limit.isNegative() || limit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "assay.api.busy-node-wait must be from 0s to 10s, as a ramdisk waits 30 seconds for its"
              + " response, not "
              + limit);
    }
    this.limit = limit;
    this.clock = clock;
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
    var end = clock.instant().plus(limit);
    var next = FIRST_PAUSE;
    while (isBusy(refused) && clock.instant().isBefore(end)) {
      pause.accept(next);
      next = Collections.min(List.of(next.multipliedBy(2), LONGEST_PAUSE));
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

package dev.assay.hardware;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;

/**
 * A point in time by which work must end, with waits that never go beyond it. A thread that is
 * interrupted stays interrupted and gets a CancellationException: the work is neither done nor
 * failed, and may be repeated.
 */
public final class Deadline {
  private final InstantSource clock;
  private final Sleep pause;
  private final Instant end;

  /** Ends {@code limit} from now. */
  public Deadline(InstantSource clock, Sleep pause, Duration limit) {
    this.clock = clock;
    this.pause = pause;
    this.end = clock.instant().plus(limit);
  }

  /** True when no time is left. */
  public boolean passed() {
    return !left().isPositive();
  }

  /** Zero or less when no time is left. */
  public Duration left() {
    return Duration.between(clock.instant(), end);
  }

  /**
   * The shorter of {@code duration} and the time left, but at least {@code least}, so that the last
   * request can succeed.
   */
  public Duration atMost(Duration duration, Duration least) {
    var bound = left().compareTo(least) < 0 ? least : left();
    return duration.compareTo(bound) < 0 ? duration : bound;
  }

  /** Waits for {@code duration}, or for the time left if that is less. */
  public void pause(Duration duration) {
    try {
      pause.pause(atMost(duration, Duration.ofMillis(1)));
    } catch (InterruptedException _) {
      throw cancelled();
    }
  }

  /** The exception to throw when the thread was interrupted; sets its interrupt flag again. */
  public static CancellationException cancelled() {
    Thread.currentThread().interrupt();
    return new CancellationException("interrupted while waiting for a BMC");
  }
}

package dev.assay.pxefilter.filter;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Whether this filter is the one that may let machines boot. It expires by itself unless it is
 * renewed, so that a filter that lost its database or was paused denies everyone before another
 * takes over. Times are those of {@link System#nanoTime}: jumps of the clock have no effect.
 */
public final class Permit {
  /** How long a permit without an expiry is said to last. */
  private static final Duration UNLIMITED = Duration.ofDays(1);

  private record Until(boolean limited, long nanos) {
    static final Until PAST = new Until(true, System.nanoTime());
  }

  private volatile Until until = Until.PAST;

  /** Lets machines boot until {@link System#nanoTime} is {@code nanos}. */
  public void grant(long nanos) {
    until = new Until(true, nanos);
  }

  /** Lets machines boot until {@link #revoke} is called. */
  public void grantUnlimited() {
    until = new Until(false, 0);
  }

  /** Ends it at once. */
  public void revoke() {
    until = new Until(true, System.nanoTime());
  }

  public boolean isValid() {
    return !remaining().isZero();
  }

  /** When it expires, as {@link System#nanoTime}; empty when it does not. */
  public OptionalLong expiry() {
    var now = until;
    return now.limited ? OptionalLong.of(now.nanos) : OptionalLong.empty();
  }

  /** How long it is still valid; zero when it is not. */
  public Duration remaining() {
    var now = until;
    if (!now.limited) {
      return UNLIMITED;
    }
    return Duration.ofNanos(Math.max(0, now.nanos - System.nanoTime()));
  }
}

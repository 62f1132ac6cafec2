package dev.assay.api.body;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits a rate in bytes a second: tells each caller how long to wait, in order of arrival.
 * Thread-safe.
 */
final class ByteRate {
  /** Capacity that was not used within this time may be made up for. */
  private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final double nanosPerByte;
  private final LongSupplier nanoTime;
  private long takenUntil;

  ByteRate(long bytesPerSecond, LongSupplier nanoTime) {
    this.nanosPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    this.nanoTime = nanoTime;
    this.takenUntil = nanoTime.getAsLong() - BURST_NANOS;
  }

  /** Counts {@code bytes}; returns how long they have to wait, in milliseconds. */
  synchronized long millisFor(int bytes) {
    var now = nanoTime.getAsLong();
    var earliest = now - BURST_NANOS;
    if (takenUntil - earliest < 0) {
      takenUntil = earliest;
    }
    takenUntil += (long) (bytes * nanosPerByte);
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(takenUntil - now));
  }
}

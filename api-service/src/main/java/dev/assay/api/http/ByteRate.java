package dev.assay.api.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Spreads bytes over time, in the order in which they come. Used by any thread. */
final class ByteRate {
  /** What was not used lately may be made up for. */
  private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final double nanosPerByte;
  private final LongSupplier nanoTime;
  private long takenUntil;

  ByteRate(long bytesPerSecond, LongSupplier nanoTime) {
    this.nanosPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    this.nanoTime = nanoTime;
    this.takenUntil = nanoTime.getAsLong() - BURST_NANOS;
  }

  /** Counts {@code bytes}; how long they have to wait, in milliseconds. */
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

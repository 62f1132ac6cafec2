package dev.assay.api.source;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps a token bucket for each key, full at first and refilled at a steady rate. The number of
 * keys is bounded; the least recently used one is evicted and starts again with a full bucket.
 * Thread-safe.
 */
public final class TokenBuckets {
  private final double perSecond;
  private final int burst;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets;

  private static final class Bucket {
    private double tokens;
    private long filledAt;

    private Bucket(double tokens, long filledAt) {
      this.tokens = tokens;
      this.filledAt = filledAt;
    }
  }

  /** Creates buckets for at most {@code keys} keys; a bucket holds up to {@code burst} tokens. */
  public TokenBuckets(double perSecond, int burst, int keys, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanoTime = nanoTime;
    this.buckets =
        new LinkedHashMap<>(64, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > keys;
          }
        };
  }

  /** Takes a token; false when the bucket has none. */
  public boolean take(String key) {
    return take(key, 1);
  }

  /**
   * Takes {@code count} tokens, or as many as a bucket can hold; false, and takes none, when the
   * bucket has fewer.
   */
  public synchronized boolean take(String key, int count) {
    var bucket = filled(key);
    var taken = Math.min(count, burst);
    if (bucket.tokens < taken) {
      return false;
    }
    bucket.tokens -= taken;
    return true;
  }

  /** True when the bucket of {@code key} is full. */
  public synchronized boolean full(String key) {
    return filled(key).tokens >= burst;
  }

  /** Gives a token back. */
  public synchronized void giveBack(String key) {
    var bucket = filled(key);
    bucket.tokens = Math.min(burst, bucket.tokens + 1);
  }

  private Bucket filled(String key) {
    var now = nanoTime.getAsLong();
    var bucket = buckets.computeIfAbsent(key, _ -> new Bucket(burst, now));
    var grown = (now - bucket.filledAt) * perSecond / TimeUnit.SECONDS.toNanos(1);
    bucket.tokens = Math.min(burst, bucket.tokens + grown);
    bucket.filledAt = now;
    return bucket;
  }
}

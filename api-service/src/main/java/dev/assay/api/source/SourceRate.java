package dev.assay.api.source;

import dev.assay.api.ApiConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many requests without a password one source may make: a bucket of tokens for each, filled at
 * a steady rate. Knows a bounded number of sources; the one longest silent is forgotten first, with
 * a full bucket. Source: design 2 (8), docs/decisions/0011.
 */
@ApplicationScoped
public class SourceRate {
  private static final int MOST_SOURCES = 20_000;

  private final int perSecond;
  private final int burst;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_SOURCES;
        }
      };

  private static final class Bucket {
    private double tokens;
    private long filledAt;

    private Bucket(double tokens, long filledAt) {
      this.tokens = tokens;
      this.filledAt = filledAt;
    }
  }

  @Inject
  SourceRate(ApiConfig config) {
    this(config.unauthenticatedRate(), config.unauthenticatedBurst(), System::nanoTime);
  }

  SourceRate(int perSecond, int burst, LongSupplier nanoTime) {
    if (perSecond < 0 || burst < 1) {
      throw new IllegalArgumentException(
          "assay.api.unauthenticated-rate must be 0 or more, and unauthenticated-burst 1 or more");
    }
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanoTime = nanoTime;
  }

  /** False when the source has used up what it may; this host is not bounded. */
  public boolean admits(SourceAddress source) {
    return perSecond == 0 || source.local() || take(source.network());
  }

  private synchronized boolean take(String network) {
    var now = nanoTime.getAsLong();
    var bucket = buckets.computeIfAbsent(network, _ -> new Bucket(burst, now));
    var grown = (double) (now - bucket.filledAt) * perSecond / TimeUnit.SECONDS.toNanos(1);
    bucket.tokens = Math.min(burst, bucket.tokens + grown);
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens -= 1;
    return true;
  }

  /** The bound, for the answer to whom it stopped. */
  public int perSecond() {
    return perSecond;
  }
}

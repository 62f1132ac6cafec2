package dev.assay.api.source;

import dev.assay.api.ApiConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.function.LongSupplier;

/**
 * Limits the rate of unauthenticated requests of each source, with token buckets. Source:
 * docs/architecture.md, invariant 8, docs/decisions/0011.
 */
@ApplicationScoped
public class SourceRate {
  private static final int MAX_SOURCES = 20_000;

  private final int perSecond;
  private final TokenBuckets buckets;

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
    this.buckets = new TokenBuckets(perSecond, burst, MAX_SOURCES, nanoTime);
  }

  /** False when the source has exceeded its limit; this host is not limited. */
  public boolean admits(SourceAddress source) {
    return admits(source, 1);
  }

  /** As above, for one that costs as much as {@code requests}; more than a burst cannot be had. */
  public boolean admits(SourceAddress source, int requests) {
    return perSecond == 0 || source.local() || buckets.take(source.network(), requests);
  }

  /** The limit, for the response to a refused request. */
  public int perSecond() {
    return perSecond;
  }
}

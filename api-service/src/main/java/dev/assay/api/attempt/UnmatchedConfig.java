package dev.assay.api.attempt;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * The inbox of unmatched payloads: the data of refused callbacks, for GET /v1/unmatched. Their age
 * is limited by assay.retention.unmatched-payloads. Own options.
 */
@ConfigMapping(prefix = "assay.unmatched")
public interface UnmatchedConfig {
  /**
   * How many are kept; the same data count as one. When there are more, the oldest of the sources
   * with the most go first. 0 keeps none.
   */
  @WithDefault("1000")
  int maxPayloads();

  /** How much room they may take together, compressed; larger ones are not kept. */
  @WithDefault("256M")
  MemorySize maxSize();

  /**
   * How many a second are kept of one source address (one /64 of IPv6); further ones are only
   * counted. Loopback is not limited, except for requests that have X-Forwarded-For or Forwarded.
   */
  @WithDefault("1")
  double rate();

  /** How many of these may come at once after a pause; 1 or more. */
  @WithDefault("20")
  int burst();
}

package dev.assay.api.attempt;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * What is recorded of the lookups and callbacks of machines, for GET /v1/explanations. Own options.
 */
@ConfigMapping(prefix = "assay.attempts")
public interface AttemptConfig {
  /**
   * How many are kept: the same keys with the same outcome count as one. When there are more, the
   * oldest of the sources with the most go first. 1 or more.
   */
  @WithDefault("10000")
  int maxRows();

  /**
   * How many a second are recorded of one source address (one /64 of IPv6); further ones are only
   * counted. Loopback is not limited, except for requests that have X-Forwarded-For or Forwarded.
   */
  @WithDefault("5")
  double rate();

  /** How many of these may come at once after a pause; 1 or more. */
  @WithDefault("100")
  int burst();
}

package dev.assay.api.pipeline;

import dev.assay.api.error.AllowedMethods;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Counts requests by the path that a resource declares, never by the requested path: each of those
 * would be a separate metric, and after a hundred no further ones are counted. Also has them
 * counted by how long they took.
 */
final class RequestMetrics {
  private static final String REQUESTS = "http.server.requests";
  private static final String URI = "uri";
  private static final String METHOD = "method";

  /** The names that Quarkus gives to requests without a declared path. */
  private static final Set<String> NO_PATH = Set.of("root", "NOT_FOUND", "REDIRECTION");

  private static final String UNKNOWN_PATH = "UNKNOWN";

  /** In nanoseconds, as a timer wants them: from 10 ms to the time a conductor may take. */
  private static final double[] LIMITS =
      LongStream.of(10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
          .mapToDouble(TimeUnit.MILLISECONDS::toNanos)
          .toArray();

  @Produces
  @Singleton
  MeterFilter declaredPathsOnly(AllowedMethods paths) {
    return new MeterFilter() {
      @Override
      public Meter.Id map(Meter.Id id) {
        return id.getName().equals(REQUESTS)
            ? id.replaceTags(id.getTags().stream().map(this::bounded).toList())
            : id;
      }

      /** Clients choose paths and methods, and each value stays in memory for ever. */
      private Tag bounded(Tag tag) {
        return switch (tag.getKey()) {
          case URI -> isDeclared(tag.getValue()) ? tag : Tag.of(URI, UNKNOWN_PATH);
          case METHOD -> Tag.of(METHOD, KnownMethods.nameOf(tag.getValue()));
          default -> tag;
        };
      }

      private boolean isDeclared(String uri) {
        return NO_PATH.contains(uri) || paths.isTemplate(uri);
      }

      @Override
      public DistributionStatisticConfig configure(
          Meter.Id id, DistributionStatisticConfig config) {
        return id.getName().equals(REQUESTS)
            ? DistributionStatisticConfig.builder()
                .serviceLevelObjectives(LIMITS)
                .build()
                .merge(config)
            : config;
      }
    };
  }
}

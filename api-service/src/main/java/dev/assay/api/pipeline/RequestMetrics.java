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

  /** The names that Quarkus gives to requests without a declared path. */
  private static final Set<String> NO_PATH = Set.of("root", "NOT_FOUND", "REDIRECTION");

  private static final Tag OTHER = Tag.of(URI, "UNKNOWN");

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
        var uri = id.getTag(URI);
        return !id.getName().equals(REQUESTS)
                || uri == null
                || NO_PATH.contains(uri)
                || paths.isTemplate(uri)
            ? id
            : id.replaceTags(
                id.getTags().stream().map(tag -> tag.getKey().equals(URI) ? OTHER : tag).toList());
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

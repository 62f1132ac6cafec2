package dev.assay.api.attempt;

import dev.assay.api.attempt.Attempt.Kind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** Counts lookups and callbacks by their outcome, also those that are not written down. */
@Startup
@ApplicationScoped
class AttemptCounts {
  private final MeterProvider<Counter> attempts;

  AttemptCounts(MeterRegistry metrics) {
    this.attempts =
        Counter.builder("assay.attempts")
            .description("Lookups and callbacks of machines, by outcome")
            .withRegistry(metrics);
    for (var kind : Kind.values()) { // so that every one is there with 0
      for (var outcome : Outcome.values()) {
        counter(kind, outcome);
      }
    }
  }

  void count(Kind kind, Outcome outcome) {
    counter(kind, outcome).increment();
  }

  private Counter counter(Kind kind, Outcome outcome) {
    return attempts.withTags("kind", lower(kind), "outcome", lower(outcome));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

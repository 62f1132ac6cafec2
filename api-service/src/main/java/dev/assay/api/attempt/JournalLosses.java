package dev.assay.api.attempt;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** Counts what was not written down, and why. */
@Startup
@ApplicationScoped
class JournalLosses {
  /** Why something was left out. */
  enum Cause {
    /** Its source sends too much. */
    RATE,
    /** Too much waits to be written. */
    QUEUE,
    /** It is larger than everything together may be. */
    SIZE,
    /** The database refused it. */
    DATABASE
  }

  private static final String ATTEMPTS = "assay.attempts.dropped";
  private static final String UNMATCHED = "assay.unmatched.dropped";

  private final MeterRegistry metrics;

  JournalLosses(MeterRegistry metrics) {
    this.metrics = metrics;
    for (var cause : Cause.values()) { // so that every one is there with 0
      count(ATTEMPTS, cause, 0);
      count(UNMATCHED, cause, 0);
    }
  }

  void attempt(Cause cause) {
    count(ATTEMPTS, cause, 1);
  }

  void payload(Cause cause) {
    count(UNMATCHED, cause, 1);
  }

  private void count(String name, Cause cause, int more) {
    Counter.builder(name)
        .description("What was not written down of refused lookups and callbacks")
        .tag("cause", cause.name().toLowerCase(Locale.ROOT))
        .register(metrics)
        .increment(more);
  }
}

package dev.assay.conductor.deadletter;

import dev.assay.deadletter.DeadLetters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * The metric {@code assay_dead_letters}, which every conductor has with the same value: the number
 * of letters a few seconds ago, NaN until they are counted for the first time.
 */
@Startup
@ApplicationScoped
public class DeadLetterMetrics {
  private final DeadLetters letters;
  private volatile double count = Double.NaN;

  DeadLetterMetrics(DeadLetters letters, MeterRegistry metrics) {
    this.letters = letters;
    Gauge.builder("assay.dead.letters", this, it -> it.count)
        .description("Messages that were not carried out, and wait for somebody to look at them")
        .register(metrics);
  }

  /** Counts, so that reading the metrics needs no database. */
  @Scheduled(every = "10s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void count() {
    count = QuarkusTransaction.requiringNew().call(letters::count);
  }
}

package dev.assay.conductor.monitoring;

import dev.assay.conductor.periodic.SingletonTasks;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Has one conductor measure what is about all of them. */
@ApplicationScoped
public class Measurements {
  private static final String TASK = "measure";

  /** At most so many events are counted in one interval: some 4,000 inspections a second. */
  private static final int BATCHES = 200;

  private final StateGauges gauges;
  private final InspectionMetrics metrics;
  private final EndedInspections ended;
  private final SingletonTasks tasks;

  Measurements(
      StateGauges gauges, InspectionMetrics metrics, EndedInspections ended, SingletonTasks tasks) {
    this.gauges = gauges;
    this.metrics = metrics;
    this.ended = ended;
    this.tasks = tasks;
  }

  void offer(@Observes StartupEvent started) {
    gauges.offer();
    metrics.offer();
  }

  @Scheduled(every = "10s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    tasks.run(TASK, this::measure);
  }

  void measure() {
    QuarkusTransaction.requiringNew().run(gauges::refresh);
    for (var batch = 0; batch < BATCHES; batch++) {
      if (!QuarkusTransaction.requiringNew().call(ended::count)) {
        return;
      }
    }
  }
}

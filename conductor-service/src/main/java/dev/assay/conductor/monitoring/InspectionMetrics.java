package dev.assay.conductor.monitoring;

import dev.assay.error.ErrorCode;
import dev.assay.event.InspectionEvent;
import dev.assay.inspection.Inspection.Reached;
import dev.assay.inspection.Stage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How inspections ended, and how long they and their stages took. */
@ApplicationScoped
class InspectionMetrics {
  /** From what processing takes, in milliseconds, to what a server takes to boot. */
  private static final Duration[] LIMITS =
      Stream.of(
              "0.1", "0.5", "1", "5", "10", "30", "60", "120", "300", "600", "1200", "1800", "3600")
          .map(seconds -> Duration.parse("PT" + seconds + "S"))
          .toArray(Duration[]::new);

  /** Of inspections that were imported, or whose code this version does not know. */
  private static final String OTHER = "OTHER";

  private static final Set<String> CODES =
      Arrays.stream(ErrorCode.values()).map(ErrorCode::name).collect(Collectors.toSet());

  private final MeterProvider<Counter> ended;
  private final MeterProvider<Timer> stages;
  private final Timer whole;

  InspectionMetrics(MeterRegistry metrics) {
    this.ended =
        Counter.builder("assay.inspections.ended")
            .description("Inspections that ended, by outcome and error code")
            .withRegistry(metrics);
    this.stages =
        Timer.builder("assay.inspection.stage")
            .description("How long the stages of inspections took, counted when they end")
            .serviceLevelObjectives(LIMITS)
            .withRegistry(metrics);
    this.whole =
        Timer.builder("assay.inspection")
            .description("How long inspections took from the order to the end")
            .serviceLevelObjectives(LIMITS)
            .register(metrics);
  }

  /** Makes every series, so that the first failure of a kind is an increase. */
  void offer() {
    counter(Stage.FINISHED.wire(), "");
    counter(Stage.ERROR.wire(), OTHER);
    CODES.forEach(code -> counter(Stage.ERROR.wire(), code));
    Stream.of(Stage.values()).filter(Stage::active).map(Stage::wire).forEach(this::timer);
  }

  /** Counts an inspection whose last event this is. */
  void ended(InspectionEvent last) {
    var code = last.errorCode();
    var failed = last.stage().equals(Stage.ERROR.wire());
    counter(last.stage(), failed ? known(code == null ? OTHER : code) : "").increment();
  }

  private static String known(String code) {
    return CODES.contains(code) ? code : OTHER;
  }

  /** Counts how long each stage took; one that was passed at once, out of band, does not count. */
  void took(List<Reached> timeline) {
    for (int i = 0; i + 1 < timeline.size(); i++) {
      var time = Duration.between(timeline.get(i).at(), timeline.get(i + 1).at());
      if (time.isPositive()) {
        timer(timeline.get(i).stage()).record(time);
      }
    }
    whole.record(Duration.between(timeline.getFirst().at(), timeline.getLast().at()));
  }

  private Counter counter(String outcome, String code) {
    return ended.withTags("outcome", outcome, "code", code);
  }

  private Timer timer(String stage) {
    return stages.withTag("stage", stage);
  }
}

package dev.assay.conductor.inspection;

import dev.assay.conductor.inspection.UsualDurations.Usual;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Stage;
import java.time.Duration;
import java.util.Optional;

/**
 * The stage in which an inspection failed, for the message: the cause stands first, unchanged, as
 * clients match it. Source: spec state-machine.md 4.4.
 *
 * @param took how long the stage had lasted
 */
record FailedStage(Stage stage, Duration took, Optional<Usual> usual) {
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration SECONDS = Duration.ofMinutes(2);
  private static final Duration MINUTES = Duration.ofHours(2);

  /** For example "no rack. Stage processing took 30 s. Hint: ...". */
  String message(String cause, ErrorCode code) {
    var usually =
        usual
            .map(
                known ->
                    "; 95 %% of the last %d inspections of this fleet took %s or less"
                        .formatted(known.inspections(), text(known.most())))
            .orElse("");
    return "%s Stage %s took %s%s. Hint: %s."
        .formatted(ended(cause), stage.wire(), text(took), usually, code.hint());
  }

  private static String ended(String cause) {
    var text = cause.stripTrailing();
    return text.endsWith(".") || text.endsWith("!") || text.endsWith("?") ? text : text + ".";
  }

  private static String text(Duration duration) {
    if (duration.compareTo(SHORT) < 0) {
      return "%d.%d s".formatted(duration.toSeconds(), duration.toMillisPart() / 100);
    }
    if (duration.compareTo(SECONDS) < 0) {
      return duration.toSeconds() + " s";
    }
    return duration.compareTo(MINUTES) < 0
        ? duration.toMinutes() + " min"
        : duration.toHours() + " h";
  }
}

package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.inspection.UsualDurations.Usual;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Stage;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of failed inspections. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FailedStageTest {
  @Test
  void tells_cause_stage_time_what_is_usual_and_what_to_do() {
    var failed =
        new FailedStage(
            Stage.WAITING,
            Duration.ofMinutes(30),
            Optional.of(new Usual(Duration.ofSeconds(361), 812)));

    assertThat(failed.message("Timeout reached while inspecting", ErrorCode.INSPECTION_TIMEOUT))
        .isEqualTo(
            "Timeout reached while inspecting. Stage waiting took 30 min; 95 % of the last 812"
                + " inspections of this fleet took 6 min or less. Hint: check that the node boots"
                + " the ramdisk and that it reaches the API.");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0.0 s",
    "PT0.45S, 0.4 s",
    "PT9.99S, 9.9 s",
    "PT10S, 10 s",
    "PT119S, 119 s",
    "PT2M, 2 min",
    "PT119M, 119 min",
    "PT2H, 2 h",
    "PT49H, 49 h"
  })
  void without_figures_it_tells_the_time_alone(Duration took, String text) {
    assertThat(
            new FailedStage(Stage.PROCESSING, took, Optional.empty())
                .message("no rack.", ErrorCode.FAILED_BY_RULE))
        .startsWith("no rack. Stage processing took " + text + ". Hint: ");
  }
}

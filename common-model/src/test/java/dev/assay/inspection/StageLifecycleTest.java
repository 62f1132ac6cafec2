package dev.assay.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.AssayException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StageLifecycleTest {

  /**
   * The union of spec state-machine.md 4.3, one line per stage: event=next stage; all other events
   * have no transition.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          starting   | start=starting wait=waiting timeout=error error=error
          waiting    | start=starting wait=waiting process=processing abort=aborting timeout=error
          processing | process=error finish=finished timeout=error error=error
          finished   | start=starting finish=finished abort=error reapply=reapplying
          error      | start=starting abort=error reapply=reapplying
          reapplying | finish=finished reapply=reapplying timeout=error error=error
          enrolling  | process=processing timeout=error error=error
          aborting   | abort=aborting abort_end=error timeout=error
          """)
  void every_stage_knows_just_these_events(String stage, String events) {
    var wanted =
        Arrays.stream(events.split(" ", -1))
            .map(pair -> pair.split("=", -1))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    var from = Stage.valueOf(stage.toUpperCase(Locale.ROOT));
    for (var event : StageEvent.values()) {
      assertThat(StageLifecycle.next(from, event).map(Stage::wire))
          .as("%s on %s", stage, event)
          .isEqualTo(
              java.util.Optional.ofNullable(wanted.get(event.name().toLowerCase(Locale.ROOT))));
    }
  }

  @Test
  void no_row_stands_twice() {
    assertThat(StageLifecycle.TABLE)
        .extracting(move -> List.of(move.from(), move.on()))
        .doesNotHaveDuplicates();
    assertThat(StageLifecycle.TABLE).extracting(StageLifecycle.Move::spec).doesNotHaveDuplicates();
  }

  @Test
  void a_run_refuses_an_event_without_a_row_and_keeps_its_stage() {
    var run = Runs.starting();
    assertThatThrownBy(() -> run.accept(List.of(), Runs.NOW, Runs.LIMIT))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("is in stage starting, which has no event PROCESS");
    assertThat(run.stage()).isEqualTo(Stage.STARTING);
  }

  @Test
  void a_run_writes_its_timeline_and_its_deadline() {
    var run = Runs.starting();
    run.await(Runs.NOW, Runs.LIMIT);
    assertThat(run.timeLeft()).contains(Runs.LIMIT);
    run.accept(List.of(), Runs.NOW.plusSeconds(5), Runs.LIMIT);
    run.finish(Trace.EMPTY, Runs.NOW.plusSeconds(6));
    assertThat(run.timeline())
        .extracting(Inspection.Reached::stage)
        .containsExactly("starting", "waiting", "processing", "finished");
    assertThat(run.timeLeft()).isEmpty();
    assertThat(run.finishedAt()).isEqualTo(Runs.NOW.plusSeconds(6));
  }

  @Test
  void the_time_for_the_work_of_a_stage_begins_when_a_conductor_takes_it_up_for_the_first_time() {
    var run = Runs.starting();
    assertThat(run.begun()).isFalse();
    run.begin(Duration.ofSeconds(30));
    assertThat(run.begun()).isTrue();
    assertThat(run.timeLeft()).contains(Duration.ofSeconds(30));
    run.begin(Duration.ofSeconds(60));
    assertThat(run.timeLeft()).contains(Duration.ofSeconds(30));
    run.await(Runs.NOW, Runs.LIMIT);
    assertThat(run.begun()).isFalse();
  }
}

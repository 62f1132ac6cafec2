package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.simulator.machine.MachineEvent;
import dev.assay.simulator.machine.MachineEvent.Stage;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FleetProgressTest {
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");

  private final FleetProgress progress = new FleetProgress();

  @Test
  void the_first_time_of_each_machine_counts_and_others_are_repetitions() {
    happened("a", Stage.POSTING, 1);
    happened("b", Stage.POSTING, 2);
    happened("a", Stage.POSTING, 6);

    assertThat(progress.reached(Stage.POSTING, START).last()).isEqualTo(2);
    assertThat(progress.machines(Stage.POSTING)).isEqualTo(2);
    assertThat(progress.repeated(Stage.POSTING)).isEqualTo(1);
  }

  @Test
  void what_did_not_happen_was_reached_by_nobody() {
    assertThat(progress.reached(Stage.ACCEPTED, START).machines()).isZero();
    assertThat(progress.repeated(Stage.ACCEPTED)).isZero();
  }

  private void happened(String machine, Stage stage, int second) {
    progress.happened(new MachineEvent(START.plusSeconds(second), machine, stage, ""));
  }
}

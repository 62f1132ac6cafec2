package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Runs a short form of {@code integration-tests/bench/starts}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StartsIT {
  /**
   * 150 starts of 0.3 s, 2 x 2 at once, take at least 11 s, nearly twice the timeout of a start.
   * How many commands are sent again meanwhile depends on the machine; the benchmark reports it.
   */
  @Test
  void inspections_that_wait_for_their_turn_longer_than_a_start_may_take_all_start() {
    var figures = BenchmarkCommand.parse(new Starts(), "--nodes=150", "--starts=2").measure();

    assertThat(figures.failed()).isZero();
    assertThat(figures.startedTwice()).isZero();
    assertThat(figures.waiting()).isEqualTo(150);
    assertThat(figures.startedAfterSeconds()).isGreaterThan(6);
  }
}

package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Runs a short form of {@code integration-tests/bench/out-of-band}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutOfBandBenchIT {
  @Test
  void many_machines_are_inspected_at_once_and_again() {
    var figures =
        BenchmarkCommand.parse(new OutOfBand(), "--nodes=40", "--rounds=2", "--latency=5")
            .measure();

    assertThat(figures.rounds()).hasSize(2);
    assertThat(figures.allWell()).isTrue();
  }
}

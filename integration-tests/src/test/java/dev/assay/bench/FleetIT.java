package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bench.FleetFigures.Step;
import dev.assay.bench.FleetFigures.Use;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Runs a short form of {@code integration-tests/bench/fleet}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FleetIT {
  @Test
  void every_machine_of_a_fleet_is_inspected_once() throws Exception {
    var options = "--machines 60 --others 100 --conductors 2 --boot-seconds 2";

    var figures = BenchmarkCommand.parse(new Fleet(), options.split(" ")).measure();

    assertThat(figures.allWell()).as(figures.toString()).isTrue();
    assertThat(figures.inspectedOnce()).isEqualTo(60);
    assertThat(figures.errorLines()).isZero();
    assertThat(figures.poweredOnAgain()).isZero();
    assertThat(figures.steps()).extracting(Step::machines).containsOnly(60);
    assertThat(figures.series().get("manageable")).startsWith(0).endsWith(60);
    assertThat(figures.processes())
        .extracting(Use::name)
        .containsExactly(
            "api-1",
            "conductor-1",
            "conductor-2",
            "filter-1",
            "rabbitmq",
            "postgresql",
            "simulator");
    assertThat(figures.processes()).allMatch(use -> use.peakMib() > 1);
  }
}

package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Runs a short form of {@code integration-tests/bench/orders}, and of its floor. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OrdersIT {
  @Test
  void all_inspections_that_are_ordered_start() {
    var figures =
        BenchmarkCommand.parse(
                new Orders(), "--stack=standalone", "--nodes=30", "--warm-up=5", "--concurrency=4")
            .measure();

    assertThat(figures.allWell()).as(figures.toString()).isTrue();
    assertThat(figures.order().count()).isEqualTo(30);
    assertThat(figures.processes())
        .extracting(InspectionUse::name)
        .containsExactly("assay", Target.POSTGRES, InspectionUse.LOAD);
  }

  /** Each statement changes the row that it should, or this fails. */
  @Test
  void the_statements_of_its_floor_fit_the_tables() {
    var figures = FloorFigures.measure(new OrderFloor(), 20, 5, 4);

    assertThat(figures.commits()).isEqualTo(2);
    assertThat(figures.inspectionsPerSecond()).isPositive();
  }
}

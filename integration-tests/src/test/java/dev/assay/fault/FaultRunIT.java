package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bench.BenchmarkCommand;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The short form of integration-tests/faults. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FaultRunIT {
  @Test
  void half_a_minute_of_faults_loses_and_doubles_nothing() throws Exception {
    var run =
        BenchmarkCommand.parse(
            new FaultRun(), "--seconds", "30", "--machines", "24", "--seed", "20261125");

    var result = run.run();

    result.print(System.out);
    assertThat(result.violations()).isEmpty();
    assertThat(result.ends().getOrDefault("finished", 0)).isPositive();
    assertThat(result.faults().values().stream().mapToInt(Integer::intValue).sum())
        .as("more happened than were prevented by others")
        .isGreaterThan(result.prevented());
  }
}

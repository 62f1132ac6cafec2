package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bench.CallbacksOptions.StackKind;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Runs a short form of the benchmark against the all-in-one process with its default heap. Times
 * are not judged.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileIT {
  private static final HostileOptions SHORT =
      new HostileOptions(StackKind.STANDALONE, 60, 15_000_000, 125, 5, 20, 50, 40, 3_000_000);

  @Test
  void strangers_that_post_too_much_and_stall_stop_nobody() {
    var figures = Hostile.run(SHORT);
    figures.print(System.out);

    assertThat(figures.outOfMemory()).isEmpty();
    assertThat(figures.failures()).isEmpty();
    assertThat(figures.micros().getTotalCount()).isEqualTo(1000);
    assertThat(figures.inspected()).isEqualTo(40);
    assertThat(figures.unchanged()).isEqualTo(40);
  }
}

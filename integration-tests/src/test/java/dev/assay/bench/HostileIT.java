package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Runs a short form of the benchmark against the all-in-one process with its default heap. Times
 * are not judged.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileIT {
  private static final String[] SHORT = {
    "--connections=60", "--warm-up=5", "--seconds=20", "--callbacks=40"
  };

  @Test
  void strangers_that_post_too_much_and_stall_stop_nobody() {
    var figures = BenchmarkCommand.parse(new Hostile(), SHORT).measure();
    figures.print(System.out);

    assertThat(figures.outOfMemory()).isEmpty();
    assertThat(figures.failures()).isEmpty();
    assertThat(figures.ordinary().count()).isEqualTo(1000);
    assertThat(figures.inspected()).isEqualTo(40);
    assertThat(figures.unchanged()).isEqualTo(40);
  }
}

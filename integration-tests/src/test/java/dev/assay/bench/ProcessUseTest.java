package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessUseTest {
  private static final long MIB = 1 << 20;

  @Test
  void is_user_and_system_time_with_that_of_ended_children() {
    var stat = "4711 (a (odd) name) S 1 4711 4711 0 -1 4194560 9 8 7 6 150 25 300 75 20 0 42 0 1";

    assertThat(ProcessUse.cpuSeconds(stat)).isEqualTo(5.5);
  }

  @Test
  void of_this_process_is_what_the_kernel_says_of_it() {
    var self = ProcessHandle.current();

    var use = ProcessUse.of(List.of(self));

    var own = self.info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
    assertThat(use.cpuSeconds()).isGreaterThan(own - 1);
    assertThat(use.resident()).isBetween(20 * MIB, 4096 * MIB);
  }

  @Test
  void of_nobody_is_nothing() {
    assertThat(ProcessUse.of(List.of())).isEqualTo(new ProcessUse(0, 0, 0));
  }
}

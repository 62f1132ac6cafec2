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
  void of_this_process_is_what_java_says_of_it() {
    var self = ProcessHandle.current();

    var use = ProcessUse.of(List.of(self));

    var cpu = self.info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
    assertThat(use.cpuSeconds()).isBetween(cpu - 1, cpu + 1);
    assertThat(use.resident()).isBetween(20 * MIB, 4096 * MIB);
  }

  @Test
  void of_nobody_is_nothing() {
    assertThat(ProcessUse.of(List.of())).isEqualTo(new ProcessUse(0, 0, 0));
  }
}

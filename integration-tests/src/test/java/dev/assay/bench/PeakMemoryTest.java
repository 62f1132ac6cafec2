package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PeakMemoryTest {
  @Test
  void processes_that_start_later_count() {
    var processes = new AtomicReference<List<ProcessHandle>>(List.of());
    try (var memory = new PeakMemory(processes::get)) {
      assertThat(memory.peak()).isZero();

      processes.set(List.of(ProcessHandle.current()));

      await().until(() -> memory.peak() > 0);
    }
  }
}

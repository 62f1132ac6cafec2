package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stack.RabbitServer;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RabbitServerIT {
  private final Path folder;

  RabbitServerIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void comes_back_on_its_port_after_sigkill_and_leaves_no_process_behind() {
    var server = RabbitServer.start(folder);
    try (server) {
      assertThat(server.process().isReady()).isTrue();

      server.process().kill();
      assertThat(server.process().isReady()).isFalse();

      server.process().start();
      assertThat(server.process().isReady()).isTrue();
    }
    assertThat(server.processes()).isEmpty();
  }
}

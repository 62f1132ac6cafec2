package dev.assay.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresServerTest {
  private final Path folder;

  PostgresServerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void starts_on_loopback_writes_durably_and_leaves_no_process_behind() {
    var server = PostgresServer.start(folder);
    var processes = server.processes();
    try (server) {
      assertThat(server.query("show listen_addresses")).containsExactly("127.0.0.1");
      assertThat(server.query("show fsync")).containsExactly("on");
      assertThat(server.query("show synchronous_commit")).containsExactly("on");
      assertThat(server.count("select count(*) from generate_series(1, ?)", 7)).isEqualTo(7);
      assertThat(processes).hasSizeGreaterThan(1);
    }
    assertThat(processes).noneMatch(Server::runs);
  }
}

package dev.assay.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerTest {
  private final Path folder;

  ServerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void says_with_the_end_of_its_log_why_it_did_not_start() {
    try (var server = shell("echo the port is taken; exit 3")) {
      assertThatThrownBy(server::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ended before it was ready")
          .hasMessageContaining("the port is taken");
    }
  }

  @Test
  void ends_politely_with_the_status_that_the_process_gave() {
    try (var server = shell("trap 'exit 7' TERM; : > ready; while :; do sleep 0.1; done")) {
      server.start();

      assertThat(server.stop()).isEqualTo(7);
      assertThat(server.isAlive()).isFalse();
    }
  }

  @Test
  void is_killed_together_with_what_it_started() {
    try (var server = shell("sleep 600 & : > ready; wait")) {
      server.start();
      var all = server.processes();

      server.kill();

      assertThat(all).hasSize(2).noneMatch(Server::runs);
      assertThat(server.processes()).isEmpty();
    }
  }

  @Test
  void starts_again_after_it_was_killed() throws IOException {
    try (var server = shell("echo started; : > ready; exec sleep 600")) {
      server.start();
      server.kill();
      Files.delete(folder.resolve("ready")); // left by the first run
      server.start();

      assertThat(server.isReady()).isTrue();
      assertThat(server.tail().lines().filter("started"::equals)).hasSize(2);
    }
  }

  /** The script writes the file {@code ready} itself: a {@code touch} would be one more process. */
  private Server shell(String script) {
    var ready = folder.resolve("ready");
    return new Server(
        "shell",
        List.of("/bin/sh", "-c", "cd " + folder + "; " + script),
        Map.of(),
        folder.resolve("shell.log"),
        () -> Files.exists(ready));
  }
}

package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script that runs dnsmasq beside a filter, with a folder in place of /proc and a process that
 * waits in place of dnsmasq.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServeDhcpTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private Path folder;
  private Process script;

  @BeforeEach
  void start(@TempDir Path empty) throws IOException {
    folder = empty;
    Files.createDirectories(folder.resolve("proc/1"));
    Files.writeString(folder.resolve("proc/1/cmdline"), "/pause\0");
    Files.createDirectories(folder.resolve("hosts"));
    Files.writeString(folder.resolve("hosts/52:54:00:00:00:01"), "52:54:00:00:00:01\n");
    var server = "echo $$ >%s/served; exec sleep 600".formatted(folder);
    var builder =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -s 256; exec sh \"$@\"", // so that arguments may have 128 KiB, not 2 MiB
                "sh",
                Chart.folder().resolve("files/serve-dhcp.sh").toString(),
                folder.resolve("hosts").toString(),
                "sh",
                "-c",
                server)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().put("PROC", folder.resolve("proc").toString());
    script = builder.start();
  }

  @AfterEach
  void stop() {
    script.descendants().forEach(ProcessHandle::destroyForcibly);
    script.destroyForcibly();
  }

  @Test
  void nobody_is_served_before_the_filter_runs_and_nothing_stays_allowed() {
    await().atMost(SOON).until(() -> !isAllowed());
    assertThat(folder.resolve("served")).doesNotExist();
    startFilter();
    await().atMost(SOON).until(() -> Files.exists(folder.resolve("served")));
    assertThat(script.isAlive()).isTrue();
  }

  @Test
  void the_server_ends_when_the_filter_does_and_nothing_stays_allowed() throws Exception {
    startFilter();
    var server = server();
    for (int i = 0; i < 4000; i++) { // more than the arguments of one command may have
      Files.createFile(folder.resolve("hosts/52:54:00:01:%02x:%02x".formatted(i / 256, i % 256)));
    }
    Files.writeString(folder.resolve("hosts/52:54:00:00:00:02"), "52:54:00:00:00:02,ignore\n");
    Files.writeString(folder.resolve("hosts/unknown_hosts_filter"), "*:*:*:*:*:*,ignore\n");
    endFilter();
    assertThat(script.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isEqualTo(1);
    assertThat(server.isAlive()).isFalse();
    assertThat(folder.resolve("hosts").toFile().list())
        .as("what a filter that is running has just denied stays denied")
        .containsExactlyInAnyOrder("52:54:00:00:00:02", "unknown_hosts_filter");
    assertThat(folder.resolve("log")).content().contains("The PXE filter has ended");
  }

  @Test
  void the_script_ends_with_its_server_so_that_both_are_started_again() throws Exception {
    startFilter();
    server().destroyForcibly();
    assertThat(script.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isEqualTo(1);
  }

  @Test
  void the_server_is_stopped_with_the_pod() throws Exception {
    startFilter();
    var server = server();
    script.destroy();
    assertThat(script.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await().atMost(SOON).until(() -> !server.isAlive());
  }

  private boolean isAllowed() {
    return Files.exists(folder.resolve("hosts/52:54:00:00:00:01"));
  }

  private void startFilter() {
    try {
      var process = Files.createDirectories(folder.resolve("proc/27"));
      Files.writeString(
          process.resolve("cmdline"),
          "/usr/lib/assay/java/bin/java\0-Xmx64m\0-jar\0quarkus-run.jar\0");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void endFilter() throws IOException {
    Files.delete(folder.resolve("proc/27/cmdline"));
    Files.delete(folder.resolve("proc/27"));
  }

  /** The process in place of dnsmasq, once it runs. */
  private ProcessHandle server() throws IOException {
    var file = folder.resolve("served");
    await().atMost(SOON).until(() -> Files.exists(file) && !Files.readString(file).isBlank());
    return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
  }
}

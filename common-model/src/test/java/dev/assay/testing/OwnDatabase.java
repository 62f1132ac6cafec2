package dev.assay.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL for one test class, which may kill, restart, freeze and thaw it. Its time limits are
 * short. To be used with {@code restrictToAnnotatedClass = true}.
 */
public final class OwnDatabase implements QuarkusTestResourceLifecycleManager {
  private static EmbeddedPostgres postgres;
  private static Path data;
  private static List<String> command = List.of();

  @Override
  public Map<String, String> start() {
    try {
      data = Files.createTempDirectory("assay-own-database");
      postgres =
          EmbeddedPostgres.builder()
              .setDataDirectory(data.resolve("data"))
              .setServerConfig("synchronous_commit", "on") // which the library switches off
              .setPGStartupWait(Duration.ofMinutes(1)) // a busy machine needs more than 10 s
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
    }
    return Map.of(
        "assay.database.url", postgres.getJdbcUrl("postgres", "postgres"),
        "assay.database.username", "postgres",
        "assay.database.password", "postgres",
        "assay.database.connect-timeout", "2",
        "assay.database.login-timeout", "2",
        "assay.database.socket-timeout", "3",
        "assay.database.statement-timeout", "2s",
        "assay.database.lock-timeout", "1s");
  }

  /**
   * Runs after the database that the module's other tests share, so that this one's settings win.
   */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public void stop() {
    try {
      processes().forEach(process -> signal("CONT", process));
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not stop", e);
    }
  }

  /** Stops all its processes with SIGSTOP; connections stay open, but nothing responds. */
  public static void freeze() {
    signal("STOP", processes().getFirst()); // it starts no new ones any more
    processes().forEach(process -> signal("STOP", process));
  }

  /** Resumes the stopped processes. */
  public static void thaw() {
    processes().forEach(process -> signal("CONT", process));
  }

  /** Kills it, and starts it again with the data that was on disk. */
  public static void crash() {
    kill();
    restart();
  }

  /** Kills it, for {@link #restart}. */
  public static void kill() {
    var all = processes();
    command = command(all.getFirst().info());
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }

  /** Starts it again after {@link #kill} with the data that was on disk; returns at once. */
  public static void restart() {
    try {
      new ProcessBuilder(command)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not start again", e);
    }
  }

  private static List<String> command(ProcessHandle.Info first) {
    var command = new ArrayList<String>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to be root
    }
    command.add(first.command().orElseThrow());
    command.addAll(List.of(first.arguments().orElseThrow()));
    return List.copyOf(command);
  }

  private static List<ProcessHandle> processes() {
    try {
      var file = data.resolve("data/postmaster.pid");
      var first = ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst()));
      return first.stream().flatMap(it -> Stream.concat(Stream.of(it), it.descendants())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not run in " + data, e);
    }
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
          .start()
          .waitFor(10, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send a signal", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.assay.stack;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One child process that serves something: started, asked whether it is ready, stopped politely or
 * killed, started again with the same command. Its output is appended to one log file.
 */
public final class Server implements AutoCloseable {
  private static final Duration READY_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
  private static final int TAIL_LINES = 60;

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private final BooleanSupplier ready;
  private Path directory = Path.of("").toAbsolutePath();
  private @Nullable Process process;

  /**
   * Says what to run; nothing is started yet.
   *
   * @param ready asked until it says yes; it must not throw
   */
  Server(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path log,
      BooleanSupplier ready) {
    this.name = name;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.log = log;
    this.ready = ready;
  }

  /** Lets it work in that directory, not in that of this process; answers itself. */
  Server in(Path working) {
    directory = working.toAbsolutePath();
    return this;
  }

  public String name() {
    return name;
  }

  /** The file that takes all its output. */
  public Path log() {
    return log;
  }

  /** Starts the process and returns at once. */
  public synchronized Server launch() {
    if (isAlive()) {
      throw new IllegalStateException(name + " is running already");
    }
    try {
      Files.createDirectories(log.getParent());
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      builder.directory(directory.toFile());
      builder.environment().putAll(environment);
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name + " with " + command, e);
    }
    return this;
  }

  /** Waits until it is ready; fails with the end of its log when it is not, or has ended. */
  public Server awaitReady() {
    try {
      await(name + " is ready")
          .atMost(READY_LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> !isAlive() || ready.getAsBoolean());
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(
          name + " was not ready within " + READY_LIMIT + ":\n" + tail(), e);
    }
    if (!isAlive()) {
      throw new IllegalStateException(name + " ended before it was ready:\n" + tail());
    }
    return this;
  }

  /** Starts the process and waits until it is ready. */
  public Server start() {
    return launch().awaitReady();
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Does it say that it is ready? No waiting. */
  public boolean isReady() {
    return isAlive() && ready.getAsBoolean();
  }

  /** The process and all its descendants that are alive; empty when it is not running. */
  public synchronized List<ProcessHandle> processes() {
    if (process == null || !process.isAlive()) {
      return List.of();
    }
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  /** Asks it to end (SIGTERM) and returns at once. */
  public synchronized void terminate() {
    if (process != null) {
      process.destroy();
    }
  }

  /**
   * Asks it to end (SIGTERM), waits for that, and kills it when it takes too long.
   *
   * @return its exit status, 137 when it had to be killed
   */
  public int stop() {
    terminate();
    return awaitEnd();
  }

  /** Waits for the end after {@link #terminate()}; kills it when it takes too long. */
  public int awaitEnd() {
    var current = process;
    if (current == null) {
      return 0;
    }
    if (!waitFor(current, STOP_LIMIT)) {
      kill();
    }
    return current.exitValue();
  }

  /**
   * Waits for the end of a process that ends by itself; kills it when it takes too long.
   *
   * @return its exit status
   */
  public int awaitExit(Duration limit) {
    var current = process;
    if (current == null) {
      throw new IllegalStateException(name + " was not started");
    }
    if (!waitFor(current, limit)) {
      var tail = tail();
      kill();
      throw new IllegalStateException(name + " had not ended after " + limit + ":\n" + tail);
    }
    return current.exitValue();
  }

  /** Stops it where it is (SIGSTOP): its connections stay open and nobody answers on them. */
  public void freeze() {
    signal("STOP");
  }

  /** Lets it go on after {@link #freeze()}. */
  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    for (var each : processes()) {
      try {
        var kill = new ProcessBuilder("kill", "-" + name, String.valueOf(each.pid())).start();
        if (kill.waitFor() != 0) {
          throw new IllegalStateException(this.name + " got no SIG" + name);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot send SIG" + name, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while sending SIG" + name, e);
      }
    }
  }

  /** Ends it at once, with everything that it started (SIGKILL). */
  public void kill() {
    var all = processes();
    all.forEach(ProcessHandle::destroyForcibly);
    await(name + " is gone after SIGKILL")
        .atMost(Duration.ofSeconds(10))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> all.stream().noneMatch(Server::runs));
    var current = process;
    if (current != null && !waitFor(current, Duration.ofSeconds(10))) {
      throw new IllegalStateException(name + " survived SIGKILL");
    }
  }

  /**
   * Does it run? A process that has ended, and that its parent has not asked for its status yet, is
   * called alive by Java; but it has no command any more.
   */
  static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  /** Kills it: its data are of no use to anyone afterwards. */
  @Override
  public void close() {
    kill();
  }

  /** The last lines of its log. */
  public String tail() {
    try {
      var lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      var last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
      return "--- end of " + log + "\n" + String.join("\n", last);
    } catch (IOException e) {
      return "--- " + log + " cannot be read: " + e;
    }
  }

  private static boolean waitFor(Process process, Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IllegalStateException("interrupted while waiting for the end of a process", e);
    }
  }
}

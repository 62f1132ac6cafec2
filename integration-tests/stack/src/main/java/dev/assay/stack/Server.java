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
 * Manages one child process that serves something: starts it, checks whether it is ready, stops or
 * kills it, and starts it again. Its output is appended to one log file.
 */
public final class Server implements AutoCloseable {
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);

  /** More than a conductor may take for what it is doing (graceful-shutdown-timeout, 60 s). */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(75);

  private static final int TAIL_LINES = 60;

  private final String name;
  private volatile List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private final BooleanSupplier ready;
  private Path directory = Path.of("").toAbsolutePath();
  private @Nullable Process process;

  /**
   * Describes the process; starts nothing yet.
   *
   * @param ready polled until it returns true; it must not throw
   */
  public Server(
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

  /** Sets the working directory instead of that of this process; returns this server. */
  Server in(Path working) {
    directory = working.toAbsolutePath();
    return this;
  }

  public String name() {
    return name;
  }

  /** Sets the command of the next start. */
  void command(List<String> next) {
    command = List.copyOf(next);
  }

  /** The file to which all its output is appended. */
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

  /**
   * Waits until the process is ready; if it is not ready in time or has ended, fails with the last
   * lines of its log.
   */
  public Server awaitReady() {
    try {
      await(name + " is ready")
          .atMost(READY_TIMEOUT)
          .pollDelay(Duration.ZERO)
          .pollInterval(PollIntervals.GROWING)
          .until(() -> !isAlive() || ready.getAsBoolean());
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(
          name + " was not ready within " + READY_TIMEOUT + ":\n" + tail(), e);
    }
    if (!isAlive()) {
      throw new IllegalStateException(name + " ended before it was ready:\n" + tail());
    }
    return this;
  }

  /** Starts the process and waits until it is ready; kills it when it is not in time. */
  public Server start() {
    launch();
    try {
      return awaitReady();
    } catch (RuntimeException e) {
      kill();
      throw e;
    }
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether the process is ready at this moment; does not wait. */
  public boolean isReady() {
    return isAlive() && ready.getAsBoolean();
  }

  /** The process and all its living descendants; empty when it is not running. */
  public synchronized List<ProcessHandle> processes() {
    if (process == null || !process.isAlive()) {
      return List.of();
    }
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  /** Sends SIGTERM and returns at once. */
  public synchronized void terminate() {
    if (process != null) {
      process.destroy();
    }
  }

  /**
   * Sends SIGTERM, waits until the process has ended, and kills it if that takes too long.
   *
   * @return its exit status, 137 if it had to be killed
   */
  public int stop() {
    terminate();
    return awaitEnd();
  }

  /**
   * Waits until the process has ended after {@link #terminate()}; kills it if that takes too long.
   */
  public int awaitEnd() {
    var current = process;
    if (current == null) {
      return 0;
    }
    if (!waitFor(current, STOP_TIMEOUT)) {
      kill();
    }
    return current.exitValue();
  }

  /**
   * Waits for a process that ends without being stopped; if it exceeds {@code limit}, kills it and
   * fails.
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

  /** Suspends the process (SIGSTOP): its connections stay open but nothing is served on them. */
  public void freeze() {
    Signal.STOP.send(processes());
  }

  /** Resumes the process (SIGCONT) after {@link #freeze()}. */
  public void thaw() {
    Signal.CONT.send(processes());
  }

  /** Kills the process and all its descendants (SIGKILL). */
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
   * Whether a process is running. Java reports a zombie (a process that has ended but whose parent
   * has not collected its exit status) as alive, but a zombie has no command.
   */
  static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  /** Kills the process, because its data is not needed any more. */
  @Override
  public void close() {
    kill();
  }

  /** How many lines of its log contain {@code text}. */
  public int linesWith(String text) {
    try (var lines = Files.lines(log, StandardCharsets.UTF_8)) {
      return (int) lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new UncheckedIOException("the log of " + name + " cannot be read", e);
    }
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

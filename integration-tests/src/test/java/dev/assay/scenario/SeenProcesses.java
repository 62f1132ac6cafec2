package dev.assay.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks all the time at the processes of one program, as any user of the machine can: collects
 * their command lines, and their environments too.
 */
final class SeenProcesses implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final String program;
  private final Set<String> texts = ConcurrentHashMap.newKeySet();
  private final Thread watcher;
  private volatile boolean closed;

  private SeenProcesses(String program) {
    this.program = program;
    this.watcher = Thread.ofPlatform().name("watch-" + program).start(this::watch);
  }

  /** Begins to look at processes whose command line has {@code program}. */
  static SeenProcesses of(String program) {
    return new SeenProcesses(program);
  }

  /** What was seen so far. */
  Set<String> texts() {
    return Set.copyOf(texts);
  }

  @Override
  public void close() {
    closed = true;
    try {
      watcher.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() {
    while (!closed) {
      try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
        processes.forEach(this::look);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void look(Path process) {
    var command = read(process.resolve("cmdline"));
    if (command.contains(program)) {
      texts.add(command);
      texts.add(read(process.resolve("environ")));
    }
  }

  /** Empty when the process is gone. */
  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }
}

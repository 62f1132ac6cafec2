package dev.assay.deployment.engine;

import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of this machine to its end. */
public final class Program {
  /** What podman must know on test machines. */
  private static final Path CONTAINERS =
      Installation.root().resolve("integration-tests/deployment/containers.conf");

  private static final Duration LIMIT = Duration.ofMinutes(15);

  private Program() {}

  /** How it ended, and all that it printed. */
  public record Result(int status, String output) {}

  /** What a program printed that must succeed. */
  public static String require(List<String> command) {
    var result = run(command, "");
    if (result.status() != 0) {
      throw new IllegalStateException(
          "%s ended with status %d: %s"
              .formatted(String.join(" ", command), result.status(), result.output()));
    }
    return result.output();
  }

  /** Runs a program that reads {@code input}. */
  public static Result run(List<String> command, String input) {
    try {
      // A file: nobody has to read what is printed while the program runs.
      var output = Files.createTempFile("program", ".out");
      try {
        return run(command, input, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command.getFirst(), e);
    }
  }

  private static Result run(List<String> command, String input, Path output)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putIfAbsent("CONTAINERS_CONF", CONTAINERS.toString());
    var process = builder.start();
    try (var to = process.getOutputStream()) {
      to.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (process.isAlive()) { // else it ended without reading
        throw e;
      }
    }
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException(String.join(" ", command) + " does not end");
    }
    return new Result(process.exitValue(), Files.readString(output));
  }
}

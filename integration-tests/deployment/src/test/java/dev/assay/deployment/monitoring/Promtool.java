package dev.assay.deployment.monitoring;

import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs promtool of the package prometheus, which integration-tests/run installs. */
final class Promtool {
  /** The folder deploy/monitoring, in which promtool runs. */
  static final Path FOLDER = Installation.root().resolve("deploy/monitoring");

  /** What promtool said, and its exit status. */
  record Result(int status, String output) {}

  private Promtool() {}

  /** Runs promtool with {@code input} as its standard input. */
  static Result run(String input, String... arguments) {
    var command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    try {
      var process =
          new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "promtool cannot run; install the package prometheus, as integration-tests/run does", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}

package dev.assay.dhcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program to its end. */
final class Command {
  private static final long LIMIT_SECONDS = 30;

  private Command() {}

  /** The result of a program. */
  record Result(int status, String output) {}

  /** Runs a program that must succeed, and returns what it printed. */
  static String require(String... command) {
    var result = run(command);
    if (result.status() != 0) {
      throw new IllegalStateException(
          "%s ended with status %d: %s"
              .formatted(String.join(" ", command), result.status(), result.output()));
    }
    return result.output();
  }

  /** As {@link #require}, in a network namespace. */
  static String requireIn(String namespace, String... command) {
    return require(in(namespace, command));
  }

  /** The command that runs {@code command} in a network namespace. */
  static String[] in(String namespace, String... command) {
    return Stream.concat(Stream.of("ip", "netns", "exec", namespace), Stream.of(command))
        .toArray(String[]::new);
  }

  static Result run(String... command) {
    try {
      var process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(String.join(" ", command) + " does not end");
      }
      return new Result(process.exitValue(), output);
    } catch (IOException e) {
      return new Result(127, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command[0], e);
    }
  }
}

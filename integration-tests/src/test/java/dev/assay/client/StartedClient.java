package dev.assay.client;

import dev.assay.client.OpenStackCommand.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts the programs of the distribution as a user does, a process for each command; {@link
 * LoadedClient} is faster.
 *
 * @param environment variables to reach the service: {@code OS_AUTH_TYPE} and so on
 * @param folder for its output
 */
record StartedClient(Map<String, String> environment, Path folder) {
  private static final long LIMIT_SECONDS = 120;

  StartedClient {
    environment = Map.copyOf(environment);
  }

  /** A client that does not authenticate. */
  static StartedClient withoutAuthentication(String endpoint, Path folder) {
    return new StartedClient(Map.of("OS_AUTH_TYPE", "none", "OS_ENDPOINT", endpoint), folder);
  }

  /** The same with one more variable. */
  StartedClient with(String variable, String value) {
    var all = new HashMap<>(environment);
    all.put(variable, value);
    return new StartedClient(all, folder);
  }

  /** Runs one command; its first word is the name of the program. */
  Outcome run(List<String> command) {
    try {
      var out = Files.createTempFile(folder, "openstack", ".out");
      var err = Files.createTempFile(folder, "openstack", ".err");
      var builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("OS_"));
      builder.environment().putAll(environment);
      var process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " has not ended: " + read(out) + read(err));
      }
      return new Outcome(process.exitValue(), read(out), read(err));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot run " + command + " (integration-tests/run installs it)", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + command, e);
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}

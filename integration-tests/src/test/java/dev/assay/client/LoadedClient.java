package dev.assay.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.client.OpenStackCommand.Outcome;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Runs the unmodified programs {@code openstack} and {@code baremetal} of the distribution with
 * their modules loaded only once: see {@code client/loaded_client.py}. One command at a time.
 */
final class LoadedClient implements AutoCloseable {
  /**
   * The Python of the distribution, for which its packages are installed; another Python may come
   * first in the path.
   */
  private static final String PYTHON = "/usr/bin/python3";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader outcomes;

  private LoadedClient(Process process) {
    this.process = process;
    commands = process.outputWriter();
    outcomes = process.inputReader();
  }

  /** A client that does not authenticate. */
  static LoadedClient withoutAuthentication(String endpoint) {
    var builder =
        new ProcessBuilder(PYTHON, script().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().keySet().removeIf(name -> name.startsWith("OS_"));
    builder.environment().put("OS_AUTH_TYPE", "none");
    builder.environment().put("OS_ENDPOINT", endpoint);
    try {
      return new LoadedClient(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot run " + PYTHON + " (integration-tests/run installs the client)", e);
    }
  }

  /** Runs one command; its first word is the name of the program. */
  Outcome run(List<String> words) {
    try {
      commands.write(JSON.writeValueAsString(words));
      commands.newLine();
      commands.flush();
      var outcome = outcomes.readLine();
      if (outcome == null) {
        throw new IllegalStateException("the client has ended; it says above why");
      }
      return JSON.readValue(outcome, Outcome.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot speak to the client that should run " + words, e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }

  private static Path script() {
    var resource = LoadedClient.class.getResource("/client/loaded_client.py");
    try {
      return Path.of(Objects.requireNonNull(resource).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path: " + resource, e);
    }
  }
}

package dev.assay.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the program {@code openstack} of the distribution.
 *
 * @param environment variables to reach the service: {@code OS_AUTH_TYPE} and so on
 * @param folder for its output
 */
record OpenStackCommand(Map<String, String> environment, Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LIMIT_SECONDS = 120;

  OpenStackCommand {
    environment = Map.copyOf(environment);
  }

  /** A command that does not authenticate. */
  static OpenStackCommand withoutAuthentication(String endpoint, Path folder) {
    return new OpenStackCommand(Map.of("OS_AUTH_TYPE", "none", "OS_ENDPOINT", endpoint), folder);
  }

  /** The same with one more variable. */
  OpenStackCommand with(String variable, String value) {
    var all = new HashMap<>(environment);
    all.put(variable, value);
    return new OpenStackCommand(all, folder);
  }

  /**
   * The result of a command.
   *
   * @param status exit status
   * @param out standard output
   * @param err standard error
   */
  record Outcome(int status, String out, String err) {
    /** The output of {@code -f json}. */
    JsonNode json() {
      try {
        return JSON.readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + this, e);
      }
    }

    Outcome require(int expected) {
      if (status != expected) {
        throw new AssertionError("expected exit status " + expected + " but got " + this);
      }
      return this;
    }
  }

  /** Runs {@code openstack baremetal ...}; blanks separate the words. */
  Outcome baremetal(String words, Object... values) {
    return run(("baremetal " + words).formatted(values));
  }

  /** Runs {@code openstack baremetal ... -f json}, which must succeed, and returns its output. */
  JsonNode json(String words, Object... values) {
    return baremetal(words + " -f json", values).require(0).json();
  }

  private Outcome run(String words) {
    var command = new ArrayList<String>();
    command.add("openstack");
    command.addAll(List.of(words.split(" ")));
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

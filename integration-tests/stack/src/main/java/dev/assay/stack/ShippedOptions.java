package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The options of Java with which packages and images run the services. */
final class ShippedOptions {
  private static final String SCRIPT = ". \"$0\" && java_options \"$1\"";

  private ShippedOptions() {}

  /**
   * Those of {@code deploy/java-options.sh} for a service, {@code api-service} for example.
   *
   * @throws IllegalStateException if the script fails
   */
  static List<String> ofService(String module) {
    var file = Installation.root().resolve("deploy/java-options.sh").toString();
    try {
      var shell = new ProcessBuilder("sh", "-c", SCRIPT, file, module).redirectErrorStream(true);
      var process = shell.start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(file + " failed: " + text);
      }
      return List.of(text.strip().split("\\s+"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + file, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + file + " ran", e);
    }
  }
}

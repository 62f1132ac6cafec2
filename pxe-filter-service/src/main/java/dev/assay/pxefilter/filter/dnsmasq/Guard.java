package dev.assay.pxefilter.filter.dnsmasq;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A process that denies every machine as soon as this one is dead, and soon when it does not send a
 * sign of life any more. dnsmasq itself keeps answering as it was last told.
 */
final class Guard {
  private final Process process;

  private Guard(Process process) {
    this.process = process;
  }

  /**
   * Starts a guard.
   *
   * @param writer the folder in {@code hosts} from which files are renamed into place: the guard
   *     takes it away before it denies anyone
   * @param patience how long it waits for a sign of life
   * @param pidFile of dnsmasq, which is then told to read all files again
   */
  static Guard start(Path hosts, Path writer, Duration patience, Optional<Path> pidFile)
      throws IOException {
    var command =
        List.of(
            "sh",
            "-c",
            script(),
            "assay-pxe-filter-guard",
            hosts.toAbsolutePath().toString(),
            writer.getFileName().toString(),
            String.format(Locale.ROOT, "%.3f", patience.toMillis() / 1000.0),
            pidFile.map(it -> it.toAbsolutePath().toString()).orElse(""));
    return new Guard(
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start());
  }

  private static String script() throws IOException {
    try (InputStream script = Guard.class.getResourceAsStream("guard.sh")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Sends a sign of life; false when the guard has ended, and so has denied everyone. */
  boolean beat() {
    return send("beat");
  }

  /** False when it has ended, and so has denied everyone. */
  boolean isRunning() {
    return process.isAlive();
  }

  /** Ends it without effect, because everyone is denied already. */
  void dismiss() {
    if (!send("bye ")) {
      process.destroy();
    }
  }

  private boolean send(String word) {
    try {
      var pipe = process.getOutputStream();
      pipe.write(word.getBytes(StandardCharsets.US_ASCII));
      pipe.flush();
      return process.isAlive();
    } catch (IOException _) {
      return false;
    }
  }
}

package dev.assay.conductor.hardware.ipmi;

import dev.assay.hardware.Deadline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs the program ipmitool.
 *
 * <p>The password is written to its standard input, which option {@code -f /dev/stdin} makes it
 * read: there it is in no process list, environment or file, so that nothing of it is left when a
 * conductor is killed. Option {@code -P} would show it in the process list until ipmitool has
 * overwritten it; the environment ({@code -E}) can be read as long as the process runs, and cannot
 * carry letters that the locale does not have.
 *
 * <p>The Kg key can be passed on the command line or in the environment only, so it is passed in
 * the environment, which only this user and root can read. Its bytes need not be text, and Java can
 * only set text: a fixed line of shell, which no value of driver_info gets into, decodes them and
 * then becomes ipmitool.
 *
 * <p>Nobody reads the output before the program has ended: one that writes more than a pipe holds
 * (64 KiB) waits until it is killed.
 */
final class Ipmitool {
  private static final String WITH_KEY =
      "key=$(printf '%b.' \"$IPMI_KGKEY\") && IPMI_KGKEY=${key%.} && export IPMI_KGKEY"
          + " && exec \"$@\"";

  /** With these a shell ends when it cannot run the program; ipmitool does not. */
  private static final Set<Integer> NOT_RUN = Set.of(126, 127);

  private static final int MOST_OUTPUT = 64 * 1024;
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private final String program;

  Ipmitool(String program) {
    this.program = program;
  }

  /** What the program wrote, standard error included, and its exit status. */
  record Output(int status, String text) {}

  /** Thrown when the program cannot be started; the message tells why. */
  static final class NotStarted extends Exception {
    private static final long serialVersionUID = 1L;

    private NotStarted(IOException cause) {
      super(cause.getMessage(), cause);
    }

    private NotStarted(String message) {
      super(message);
    }
  }

  /**
   * Runs one command and returns its output; empty when it was killed because it took longer than
   * {@code limit}. Throws CancellationException when the thread is interrupted, after killing it.
   */
  Optional<Output> run(IpmiAccess bmc, List<String> command, Duration limit) throws NotStarted {
    var process = start(bmc, command);
    try {
      write(process, bmc.password());
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      var output = output(process);
      if (bmc.kgKey().isPresent() && NOT_RUN.contains(output.status())) {
        throw new NotStarted(output.text().strip());
      }
      return Optional.of(output);
    } catch (InterruptedException _) {
      throw Deadline.cancelled();
    } finally {
      kill(process);
    }
  }

  /** Tells why the program cannot be run; empty when it can. */
  Optional<String> missing() {
    try {
      var process = builder(List.of(program, "-V")).redirectErrorStream(true).start();
      process.getOutputStream().close();
      try {
        return process.waitFor(5, TimeUnit.SECONDS)
            ? Optional.empty()
            : Optional.of("it does not end");
      } finally {
        kill(process);
      }
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      throw Deadline.cancelled();
    }
  }

  private Process start(IpmiAccess bmc, List<String> command) throws NotStarted {
    var line = new ArrayList<String>();
    bmc.kgKey().ifPresent(_ -> line.addAll(List.of("/bin/sh", "-c", WITH_KEY, "sh")));
    line.add(program);
    line.addAll(bmc.options());
    line.addAll(List.of("-f", "/dev/stdin"));
    bmc.kgKey().ifPresent(_ -> line.add("-K"));
    line.addAll(command);
    var builder = builder(line);
    bmc.kgKey().ifPresent(key -> builder.environment().put("IPMI_KGKEY", escaped(key)));
    try {
      return builder.redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new NotStarted(e);
    }
  }

  /** With an environment of its own: that of the service has passwords of databases. */
  private static ProcessBuilder builder(List<String> line) {
    var builder = new ProcessBuilder(line);
    var path = Optional.ofNullable(System.getenv("PATH")).orElse(PATH);
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", path, "LC_ALL", "C"));
    return builder;
  }

  /** Each byte as an octal escape of printf; zeros at the end are those ipmitool adds. */
  private static String escaped(String key) {
    var escaped = new StringBuilder();
    for (var octet : HexFormat.of().parseHex(withoutZeros(key))) {
      escaped.append("\\0%03o".formatted(octet & 0xff));
    }
    return escaped.toString();
  }

  private static String withoutZeros(String key) {
    return key.endsWith("00") ? withoutZeros(key.substring(0, key.length() - 2)) : key;
  }

  /** One byte 0 stands for the empty password: ipmitool asks a terminal when it reads nothing. */
  private static void write(Process process, String password) {
    try (var in = process.getOutputStream()) {
      in.write(password.isEmpty() ? new byte[1] : password.getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // It ended without reading; its output tells why.
    }
  }

  private static Output output(Process process) {
    try {
      var bytes = process.getInputStream().readNBytes(MOST_OUTPUT);
      return new Output(process.exitValue(), new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException _) {
      return new Output(process.exitValue(), "");
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

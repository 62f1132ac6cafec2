package dev.assay.deployment.engine;

import dev.assay.stack.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The engine podman, which these tests need to run as root. */
public final class Podman {
  private static final Path EXECUTABLE = Path.of("/usr/bin/podman");

  private Podman() {}

  /** Skips the test, with the reason, where no container can run. */
  public static void require() {
    Assumptions.assumeTrue(
        Files.isExecutable(EXECUTABLE), "no containers without podman: apt-get install podman");
    var info = Program.run(List.of(EXECUTABLE.toString(), "info"), "");
    Assumptions.assumeTrue(info.status() == 0, () -> "podman does not work: " + info.output());
  }

  /** What a command of podman printed, which must succeed. */
  public static String run(String... arguments) {
    return Program.require(command(arguments)).strip();
  }

  /** The result of a command that reads {@code input}. */
  public static Program.Result attempt(String input, String... arguments) {
    return Program.run(command(arguments), input);
  }

  /** A script of the project that uses the engine, {@code deploy/images/build} for example. */
  public static String script(String path, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Installation.root().resolve(path).toString());
    command.addAll(List.of(arguments));
    return Program.require(command);
  }

  private static List<String> command(String... arguments) {
    var command = new ArrayList<String>();
    command.add(EXECUTABLE.toString());
    command.addAll(List.of(arguments));
    return command;
  }
}

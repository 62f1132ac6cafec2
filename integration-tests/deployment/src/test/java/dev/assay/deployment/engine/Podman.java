package dev.assay.deployment.engine;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The engine podman, which these tests need to run as root. */
public final class Podman {
  private static final Path EXECUTABLE = Path.of("/usr/bin/podman");

  /** A static program. */
  private static final Path INIT = Path.of("/usr/bin/catatonit");

  /** Why no container can run here, empty when one can, null until that was tried. */
  private static @Nullable String reason;

  private Podman() {}

  /** Skips the test, with the reason, where no container can run. */
  public static synchronized void require() {
    if (reason == null) {
      reason = whyNoContainerRuns();
    }
    Assumptions.assumeTrue(reason.isEmpty(), reason);
  }

  /** Empty when a container of one program that needs nothing else has run. */
  private static String whyNoContainerRuns() {
    if (!Files.isExecutable(EXECUTABLE) || !Files.isExecutable(INIT)) {
      return "no containers without podman and catatonit: apt-get install podman catatonit";
    }
    try {
      var root = Files.createDirectories(Path.of("target/container").toAbsolutePath());
      Files.copy(INIT, root.resolve("catatonit"), COPY_ATTRIBUTES, REPLACE_EXISTING);
      var container =
          List.of("run", "--rm", "--rootfs", root.toString(), "/catatonit", "--version");
      var result = attempt("", container.toArray(String[]::new));
      return result.status() == 0 ? "" : "podman runs no container here: " + result.output();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a container", e);
    }
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

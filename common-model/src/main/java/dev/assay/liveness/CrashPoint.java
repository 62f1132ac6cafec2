package dev.assay.liveness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The places at which fault tests have a process die in the middle of a command. Has no effect
 * unless the system property {@code assay.crash-file} names a file. When the file is there and
 * says, for example, {@code LEASED start-inspection UUID}, the first process that reaches this
 * point deletes the file and ends at once, as by SIGKILL. Source: spec state-machine.md 5.
 */
public enum CrashPoint {
  /** The message was received, and nothing was done. */
  RECEIVED,
  /** The lease of the node was acquired. */
  LEASED,
  /** The work is done, on the machine too, and nothing of it is stored. */
  WORKED,
  /**
   * The result is stored, and the message is not acknowledged; the lease is released unless the
   * machine is still to be powered off.
   */
  COMMITTED,
  /** The message was acknowledged. */
  ACKNOWLEDGED;

  private static final int KILLED = 137;
  private static final Optional<Path> FILE =
      Optional.ofNullable(System.getProperty("assay.crash-file")).map(Path::of);

  /** Ends the process if a test wants that; {@code context} names the command and the node. */
  public void reached(Supplier<String> context) {
    if (FILE.isPresent() && isWanted(FILE.get(), context.get())) {
      Runtime.getRuntime().halt(KILLED);
    }
  }

  private boolean isWanted(Path file, String context) {
    try {
      var words = Files.readString(file).strip().split(" ");
      return words[0].equals(name())
          && Stream.of(words).skip(1).allMatch(context::contains)
          && Files.deleteIfExists(file);
    } catch (IOException _) {
      return false; // no file
    }
  }
}

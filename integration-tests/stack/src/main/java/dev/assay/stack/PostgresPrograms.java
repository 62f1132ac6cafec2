package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The programs of PostgreSQL, which an all-in-one process unpacks into its data folder: those that
 * the first one unpacked are given to all others, because unpacking takes two fifths of the
 * processor time of a start with the first compiler only.
 */
final class PostgresPrograms {
  private static final Path KEPT = Installation.target().resolve("postgres-programs");

  private PostgresPrograms() {}

  /** Copies them, if there are any, into {@code data}, which a process is to start on. */
  static void give(Path data) {
    var programs = data.resolve("postgres");
    if (Files.exists(KEPT) && !Files.exists(programs)) {
      try {
        Files.createDirectories(data);
        copy(KEPT, programs);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot copy the programs of PostgreSQL to " + data, e);
      }
    }
  }

  /** Keeps those that a process has unpacked into {@code data}. */
  static void keep(Path data) {
    if (Files.exists(KEPT)) {
      return;
    }
    try {
      var unfinished = Files.createTempDirectory(Installation.target(), "postgres-programs-");
      copy(data.resolve("postgres"), unfinished.resolve("copy"));
      Files.move(unfinished.resolve("copy"), KEPT);
      Files.delete(unfinished);
    } catch (IOException e) {
      if (!Files.exists(KEPT)) { // else another process of tests was faster
        throw new UncheckedIOException("Cannot keep the programs of PostgreSQL of " + data, e);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (var path : paths.toList()) {
        Files.copy(
            path,
            to.resolve(from.relativize(path)),
            StandardCopyOption.COPY_ATTRIBUTES,
            LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
}

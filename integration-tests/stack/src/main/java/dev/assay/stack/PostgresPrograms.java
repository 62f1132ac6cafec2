package dev.assay.stack;

import dev.assay.testing.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
        DataFolder.copy(KEPT, programs);
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
      var unfinished = Path.of(KEPT + "-of-" + ProcessHandle.current().pid());
      DataFolder.copy(data.resolve("postgres"), unfinished);
      DataFolder.moveUnlessThere(unfinished, KEPT);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot keep the programs of PostgreSQL of " + data, e);
    }
  }
}

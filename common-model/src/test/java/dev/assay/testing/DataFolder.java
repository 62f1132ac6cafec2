package dev.assay.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;

/**
 * The folder of a new PostgreSQL server. It is a copy of one that {@code initdb} made, which takes
 * 1.5 s of processor time; a copy takes 0.2 s.
 *
 * <p>The first is made in {@code target/postgres-template} of the module, and is kept. After a
 * change to another major version of PostgreSQL it has to be deleted ({@code ./mvnw clean}).
 */
public final class DataFolder {
  private static final Path TEMPLATE = Path.of("target", "postgres-template").toAbsolutePath();

  private DataFolder() {}

  /** A builder for a server in {@code folder}, which is created and which the caller deletes. */
  public static EmbeddedPostgres.Builder server(Path folder) throws IOException {
    if (!Files.exists(TEMPLATE)) {
      makeTemplate();
    }
    copy(TEMPLATE, folder);
    return builder(folder);
  }

  /** Copies a folder with all it contains; {@code to} must not exist. */
  public static void copy(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (var each : (Iterable<Path>) all::iterator) {
        Files.copy(
            each,
            to.resolve(from.relativize(each)),
            StandardCopyOption.COPY_ATTRIBUTES, // the server wants mode 0700
            LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  /** Moves a folder to its place, or deletes it when another process was faster. */
  public static void moveUnlessThere(Path made, Path place) throws IOException {
    try {
      Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.exists(place)) {
        throw e;
      }
      delete(made);
    }
  }

  /** Deletes the folder of a server that was stopped. */
  public static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static void makeTemplate() throws IOException {
    var parent = Files.createDirectories(TEMPLATE.getParent());
    var made = Files.createTempDirectory(parent, "postgres-template-");
    builder(made).start().close();
    moveUnlessThere(made, TEMPLATE);
  }

  private static EmbeddedPostgres.Builder builder(Path folder) {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder)
        .setCleanDataDirectory(false)
        .setPGStartupWait(Duration.ofMinutes(1)); // a busy machine needs more than 10 s
  }
}

package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Finds the folders of the project on disk and the applications that Maven has built in them. */
public final class Installation {
  private static final Path ROOT = findRoot();

  private Installation() {}

  /** The folder of the project: the one that holds {@code mvnw}. */
  public static Path root() {
    return ROOT;
  }

  /** The folder {@code integration-tests/target}; logs and data of tests go below it. */
  public static Path target() {
    return ROOT.resolve("integration-tests/target");
  }

  /** The {@code java} executable that runs this process. */
  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /**
   * The packaged application of a module, for example {@code api-service}.
   *
   * @throws IllegalStateException if it was not built
   */
  public static Path application(String module) {
    return application(ROOT, module);
  }

  /** As {@link #application(String)}, of another checkout of the project. */
  static Path application(Path root, String module) {
    var jar = root.resolve(module).resolve("target/quarkus-app/quarkus-run.jar");
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          jar + " is missing: build it with ./mvnw -DskipTests package (or integration-tests/run)");
    }
    return jar;
  }

  /** Creates or empties the folder {@code integration-tests/target/stack/NAME} and returns it. */
  public static Path emptyFolder(String name) {
    var folder = target().resolve("stack").resolve(name);
    try {
      if (Files.exists(folder)) {
        try (var files = Files.walk(folder)) {
          for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot empty " + folder, e);
    }
  }

  private static Path findRoot() {
    for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("mvnw"))) {
        return folder;
      }
    }
    throw new IllegalStateException("not started from within the project: no mvnw above here");
  }
}

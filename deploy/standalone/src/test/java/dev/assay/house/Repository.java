package dev.assay.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds and reads the files of the project. */
final class Repository {
  private Repository() {}

  /** The folder that holds all modules. */
  static Path root() {
    var here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("LICENSE"))) {
      here = here.getParent();
    }
    return here;
  }

  static String read(String path) {
    try {
      return Files.readString(root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All main sources of the services and of the domain whose names end with {@code suffix}. */
  static List<Path> sources(String suffix) {
    return Stream.of(
            "common-model",
            "common-model/plugin-api",
            "common-model/broker",
            "common-model/objectstore",
            "common-model/rules",
            "api-service",
            "conductor-service",
            "pxe-filter-service",
            "deploy/standalone")
        .flatMap(module -> files(root().resolve(module).resolve("src/main/java")))
        .filter(file -> file.toString().endsWith(suffix))
        .sorted()
        .toList();
  }

  private static Stream<Path> files(Path folder) {
    try (var walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.assay.deployment.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Files of the project that the chart must agree with. */
final class Project {
  private static final Pattern OPTION =
      Pattern.compile("^\\| `(assay\\.[^`]+)` \\| (?:`([^`]*)`|none) \\|", Pattern.MULTILINE);

  private Project() {}

  /** A file, by its path from the root of the project. */
  static Path file(String name) {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      var parent = folder.getParent();
      if (parent == null) {
        throw new IllegalStateException("the tests do not run in the project");
      }
      folder = parent;
    }
    return folder.resolve(name);
  }

  /** Its text. */
  static String text(String name) {
    try {
      return Files.readString(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All options of docs/configuration.md. */
  static Set<String> options() {
    return OPTION
        .matcher(text("docs/configuration.md"))
        .results()
        .map(row -> row.group(1))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The default of an option as docs/configuration.md has it. */
  static String defaultOf(String option) {
    return OPTION
        .matcher(text("docs/configuration.md"))
        .results()
        .filter(row -> row.group(1).equals(option))
        .map(row -> row.group(2))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no default of " + option));
  }
}

package dev.assay.deployment.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The chart in deploy/kubernetes, rendered by Helm as release {@code assay}. */
final class Chart {
  private Chart() {}

  /**
   * The objects for values in YAML, the Job of the migration included: Helm hands out what runs
   * before the rest apart from it.
   *
   * @throws IllegalStateException with what Helm says, if it refuses the values
   */
  static Manifests render(String values) {
    return Manifests.read(template(values, false));
  }

  /** As Helm applies them: without what it runs before. */
  static Manifests renderWithoutHooks(String values) {
    return Manifests.read(template(values, true));
  }

  /** What Helm says about the chart. */
  static LintResult lint() {
    return new Helm(folder()).lint().strict().call();
  }

  /** A file of the chart. */
  static String file(String name) {
    return text(folder().resolve(name));
  }

  /** The folder of the chart. */
  static Path folder() {
    return Project.file("deploy/kubernetes/assay");
  }

  private static String template(String values, boolean hooks) {
    try {
      var file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return new Helm(folder())
            .template()
            .withName("assay")
            .withNamespace("assay")
            .withValuesFile(file)
            .set("migration.helmHook", hooks)
            .call();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

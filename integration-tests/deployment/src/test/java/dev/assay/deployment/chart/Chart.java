package dev.assay.deployment.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;

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
    return Manifests.read(template(folder(), values, false));
  }

  /** As Helm applies them: without what it runs before. */
  static Manifests renderWithoutHooks(String values) {
    return Manifests.read(template(folder(), values, true));
  }

  /** The objects of a copy of the chart in which {@code change} was applied to a file. */
  static Manifests renderOther(String file, UnaryOperator<String> change, String values) {
    var copy = Installation.emptyFolder("other-chart");
    try (var files = Files.walk(folder())) {
      for (var each : files.filter(Files::isRegularFile).toList()) {
        var place = copy.resolve(folder().relativize(each));
        Files.createDirectories(place.getParent());
        Files.copy(each, place);
      }
      Files.writeString(copy.resolve(file), change.apply(file(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Manifests.read(template(copy, values, false));
  }

  /** What Helm says about the chart. */
  static LintResult lint() {
    return new Helm(folder()).lint().strict().call();
  }

  /** What Helm tells whoever installs the chart. */
  static String notes(String values) {
    return withFile(
        values,
        file ->
            new Helm(folder())
                .install()
                .clientOnly()
                .dryRun()
                .withName("assay")
                .withNamespace("assay")
                .withValuesFile(file)
                .call()
                .getOutput());
  }

  /** A file of the chart. */
  static String file(String name) {
    return text(folder().resolve(name));
  }

  /** The folder of the chart. */
  static Path folder() {
    return Project.file("deploy/kubernetes/assay");
  }

  private static String template(Path chart, String values, boolean hooks) {
    return withFile(
        values,
        file ->
            new Helm(chart)
                .template()
                .withName("assay")
                .withNamespace("assay")
                .withValuesFile(file)
                .set("migration.helmHook", hooks)
                .call());
  }

  private static String withFile(String values, Function<Path, String> command) {
    try {
      var file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return command.apply(file);
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

package dev.assay.deployment.debian;

import dev.assay.deployment.engine.OncePerBuild;
import dev.assay.deployment.engine.Podman;
import dev.assay.deployment.engine.Program;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Debian packages of this checkout in two versions, built once for all tests. */
record Packages(Path folder, Path old, Path recent) {
  private static final String FOLDER = "packages";
  private static final String OLD = "1.0";
  private static final String RECENT = "2.0";

  /** Needs the built applications, as {@code integration-tests/run} leaves them. */
  static Packages build() {
    OncePerBuild.run(
        "packages",
        () -> {
          var folder = Installation.emptyFolder(FOLDER);
          build(OLD, folder);
          build(RECENT, folder);
        });
    var folder = Installation.target().resolve("stack").resolve(FOLDER);
    return new Packages(folder, find(OLD, folder), find(RECENT, folder));
  }

  private static void build(String version, Path folder) {
    Podman.script("deploy/debian/build", "--version", version, folder.toString());
  }

  private static Path find(String version, Path folder) {
    try (var files = Files.newDirectoryStream(folder, "assay_" + version + "_*.deb")) {
      return files.iterator().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line for each file of a package: mode, owner, size, date, name. */
  static List<String> contents(Path file) {
    return Program.require(List.of("dpkg-deb", "-c", file.toString())).lines().toList();
  }

  /** A file of the control archive: {@code control}, {@code conffiles}, {@code md5sums}. */
  static String control(Path file, String name) {
    return Program.require(List.of("dpkg-deb", "-I", file.toString(), name));
  }
}

package dev.assay.deployment.debian;

import dev.assay.deployment.engine.Podman;
import dev.assay.deployment.engine.Program;
import dev.assay.stack.Installation;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Debian packages of this checkout in two versions, built once for all tests. */
record Packages(Path folder, Path old, Path recent) {
  private static @Nullable Packages built;

  private static final String OLD = "1.0";
  private static final String RECENT = "2.0";

  /** Needs the built applications, as {@code integration-tests/run} leaves them. */
  static synchronized Packages build() {
    var packages = built;
    if (packages == null) {
      var folder = Installation.emptyFolder("packages");
      packages = new Packages(folder, build(OLD, folder), build(RECENT, folder));
      built = packages;
    }
    return packages;
  }

  private static Path build(String version, Path folder) {
    var lines =
        Podman.script("deploy/debian/build", "--version", version, folder.toString())
            .strip()
            .lines()
            .toList();
    return Path.of(lines.getLast());
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

package dev.assay.pxefilter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders of tests. */
final class Folders {
  private Folders() {}

  /** Deletes everything in a folder, and makes it if it is not there. */
  static void clear(Path folder) throws IOException {
    delete(folder);
    Files.createDirectories(folder);
  }

  /** Deletes a folder with everything in it. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var all = Files.walk(folder)) {
        for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}

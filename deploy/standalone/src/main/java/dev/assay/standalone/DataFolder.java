package dev.assay.standalone;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the all-in-one keeps everything. */
final class DataFolder {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder of the data: database, keys, logs (default: $ASSAY_DATA, else ~/.assay).")
  private @Nullable Path data;

  /** Absolute. */
  Path folder() {
    if (data != null) {
      return data.toAbsolutePath();
    }
    var configured = System.getenv("ASSAY_DATA");
    return configured != null && !configured.isBlank()
        ? Path.of(configured).toAbsolutePath()
        : Path.of(System.getProperty("user.home"), ".assay");
  }

  /** The folder of the database. */
  Path database() {
    return folder().resolve("database");
  }

  /** The keys that encrypt secrets in the database; outside of its folder. */
  Path keyFile() {
    return folder().resolve("secrets.keys");
  }
}

package dev.assay.standalone;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --data}: the folder where the all-in-one process keeps all its files. */
final class DataFolder {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder of the data: database, keys, logs (default: $ASSAY_DATA, else ~/.assay).")
  private @Nullable Path data;

  /** The data folder as an absolute path. */
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

  /**
   * The file with the keys that encrypt secrets in the database, as the service takes it from the
   * environment; by default outside the database folder.
   */
  Path keyFile() {
    var configured = System.getenv("ASSAY_SECRETS_KEY_FILE");
    return configured != null && !configured.isBlank()
        ? Path.of(configured)
        : folder().resolve("secrets.keys");
  }
}

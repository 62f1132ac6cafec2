package dev.assay.standalone;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What serve and demo have in common. */
final class ServiceOptions {
  static final String PORT = "assay.api.port";

  @Option(names = "--port", paramLabel = "N", description = "Port of the API (default: 6385).")
  int port = 6385;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the database (default: $ASSAY_DATA, else ~/.assay).")
  @Nullable Path data;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets an option of docs/configuration.md; may be repeated.")
  Map<String, String> settings = new TreeMap<>();

  /** The port of the API, by whichever option it was given. */
  String port() {
    return settings.getOrDefault(PORT, Integer.toString(port));
  }

  /** Where the API answers on this machine. */
  String url() {
    return "http://127.0.0.1:" + port();
  }

  /** The folder of the data, absolute. */
  Path folder() {
    if (data != null) {
      return data.toAbsolutePath();
    }
    var configured = System.getenv("ASSAY_DATA");
    return configured != null && !configured.isBlank()
        ? Path.of(configured).toAbsolutePath()
        : Path.of(System.getProperty("user.home"), ".assay");
  }
}

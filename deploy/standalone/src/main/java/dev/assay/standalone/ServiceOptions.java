package dev.assay.standalone;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that {@code serve} and {@code demo} have in common. */
final class ServiceOptions {
  static final String PORT = "assay.api.port";

  @Option(names = "--port", paramLabel = "N", description = "Port of the API (default: 6385).")
  int port = 6385;

  @Mixin DataFolder data = new DataFolder();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets an option of docs/configuration.md; may be repeated.")
  Map<String, String> settings = new TreeMap<>();

  /** The port of the API, whether set by {@code --port} or by {@code --set}. */
  String port() {
    return settings.getOrDefault(PORT, Integer.toString(port));
  }

  /** The base URL of the API on this machine. */
  String url() {
    return (settings.containsKey("assay.api.tls-certificate") ? "https" : "http")
        + "://127.0.0.1:"
        + port();
  }

  /** The folder of the data, absolute. */
  Path folder() {
    return data.folder();
  }

  /**
   * The file with the keys that encrypt secrets in the database; it lies outside the database
   * folder.
   */
  Path keyFile() {
    return data.keyFile();
  }
}

package dev.assay.standalone;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What serve and demo have in common. */
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
    return data.folder();
  }

  /** The keys that encrypt secrets in the database; outside of its folder. */
  Path keyFile() {
    return data.keyFile();
  }
}

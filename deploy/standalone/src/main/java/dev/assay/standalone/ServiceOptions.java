package dev.assay.standalone;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that {@code serve} and {@code demo} have in common. */
final class ServiceOptions {
  static final String PORT = "assay.api.port";
  static final String CERTIFICATE = "assay.api.tls-certificate";

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the API (default: assay.api.port, else 6385).")
  private @Nullable Integer port;

  @Mixin private DataFolder data = new DataFolder();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets an option of docs/configuration.md; may be repeated.")
  private Map<String, String> settings = new TreeMap<>();

  /** The options of docs/configuration.md that the command line sets. */
  Map<String, String> settings() {
    var all = new TreeMap<String, String>();
    if (port != null) {
      all.put(PORT, port.toString());
    }
    all.putAll(settings);
    return all;
  }

  /** Sets an option of docs/configuration.md unless the command line does. */
  void setDefault(String name, String value) {
    if (!settings().containsKey(name)) {
      settings.put(name, value);
    }
  }

  /** The base URL of an API on this machine. */
  static String url(boolean encrypted, String port) {
    return (encrypted ? "https" : "http") + "://127.0.0.1:" + port;
  }

  /** The folder of the data, absolute. */
  Path folder() {
    return data.folder();
  }
}

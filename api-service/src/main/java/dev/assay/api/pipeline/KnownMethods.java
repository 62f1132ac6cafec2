package dev.assay.api.pipeline;

import java.util.Set;

/** The methods that metrics and traces name. Source: OpenTelemetry, http.request.method. */
final class KnownMethods {
  private static final Set<String> NAMES =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private KnownMethods() {}

  /** The name of {@code method}, or _OTHER: clients may send any text. */
  static String nameOf(String method) {
    return NAMES.contains(method) ? method : "_OTHER";
  }
}

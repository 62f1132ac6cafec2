package dev.assay.tracing;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Makes what sends spans to the collector, as configured. */
final class Collector {
  private static final String PATH = "/v1/traces";

  private Collector() {}

  /** Connects to nobody yet; throws IllegalArgumentException when an option makes no sense. */
  static SpanExporter exporter(URI endpoint, TracingConfig config) {
    var builder =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(url(endpoint).toString())
            .setTimeout(checked(config.timeout()))
            .setCompression("gzip");
    for (var header : config.headers().orElseGet(List::of)) {
      var parts = header.split("=", 2);
      if (parts.length < 2 || parts[0].isBlank()) {
        throw new IllegalArgumentException(
            "assay.tracing.headers has an entry that is not name=value, such as"
                + " Authorization=Bearer TOKEN");
      }
      builder.addHeader(parts[0].strip(), parts[1].strip());
    }
    config.sslCaFile().ifPresent(file -> builder.setTrustedCertificates(read(file)));
    return builder.build();
  }

  static URI url(URI endpoint) {
    if (endpoint.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "assay.tracing.endpoint has a user: URLs are logged, set"
              + " assay.tracing.headers=Authorization=Basic ... instead");
    }
    var scheme = endpoint.getScheme();
    if (scheme == null || !Set.of("http", "https").contains(scheme) || endpoint.getHost() == null) {
      throw new IllegalArgumentException(
          "assay.tracing.endpoint is %s, it must be a URL such as http://collector:4318"
              .formatted(endpoint));
    }
    var path = endpoint.getPath();
    return path.isEmpty() || path.equals("/") ? endpoint.resolve(PATH) : endpoint;
  }

  private static Duration checked(Duration timeout) {
    if (timeout.compareTo(Duration.ofSeconds(1)) < 0
        || timeout.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException(
          "assay.tracing.timeout is %s, it must be from 1s to 1m".formatted(timeout));
    }
    return timeout;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "assay.tracing.ssl-ca-file names %s, which cannot be read: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}

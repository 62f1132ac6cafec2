package dev.assay.tracing;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where traces are sent. Without an endpoint there are none, and they cost nothing. */
@ConfigMapping(prefix = "assay.tracing")
@Unremovable
public interface TracingConfig {
  /**
   * URL of an OpenTelemetry collector that receives OTLP over HTTP with protobuf, usually at port
   * 4318, such as {@code http://collector:4318}; {@code /v1/traces} is added unless it has a path.
   * Tracing is off without it.
   */
  Optional<URI> endpoint();

  /**
   * Which part of traces is recorded, from 0 to 1. It is decided by chance where a trace begins,
   * for requests too whose header traceparent says that it is recorded: clients cannot have more
   * recorded. What follows, in any process, is recorded if its beginning is.
   */
  @WithDefault("1.0")
  double sampleRatio();

  /** How long sending up to 512 spans may take, repetitions included. 1s to 1m. */
  @WithDefault("10s")
  Duration timeout();

  /** How many spans may wait to be sent; further ones are dropped and counted. 512 to 1000000. */
  @WithDefault("4096")
  int maxQueuedSpans();

  /**
   * HTTP headers that the collector needs, each as {@code name=value}, such as {@code
   * Authorization=Bearer TOKEN}.
   */
  Optional<List<String>> headers();

  /**
   * File in PEM format with the certificate authorities that may have signed the collector's
   * certificate; without it, those that Java trusts.
   */
  Optional<Path> sslCaFile();

  /** How this process is called in traces, attribute service.name. */
  @WithDefault("${quarkus.application.name:assay}")
  String serviceName();
}

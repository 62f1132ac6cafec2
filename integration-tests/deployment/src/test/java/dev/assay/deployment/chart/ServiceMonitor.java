package dev.assay.deployment.chart;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which Services the Prometheus operator has scraped (monitoring.coreos.com/v1), as far as used
 * here.
 */
record ServiceMonitor(
    @JsonProperty(required = true) String apiVersion,
    @JsonProperty(required = true) String kind,
    @JsonProperty(required = true) ObjectMetadata metadata,
    @JsonProperty(required = true) Spec spec) {
  record Spec(
      @JsonProperty(required = true) Selector selector,
      @JsonProperty(required = true) List<Endpoint> endpoints) {}

  record Selector(@JsonProperty(required = true) Map<String, String> matchLabels) {}

  record Endpoint(
      @JsonProperty(required = true) String port,
      @JsonProperty(required = true) String path,
      @JsonProperty(required = true) String interval,
      @JsonProperty(required = true) List<Relabeling> relabelings,
      @JsonProperty(required = false) @Nullable String scheme,
      @JsonProperty(required = false) @Nullable TlsConfig tlsConfig) {}

  record Relabeling(
      @JsonProperty(required = true) String targetLabel,
      @JsonProperty(required = true) String replacement) {}

  record TlsConfig(@JsonProperty(required = true) boolean insecureSkipVerify) {}
}

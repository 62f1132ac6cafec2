package dev.assay.deployment.chart;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules for the Prometheus operator (monitoring.coreos.com/v1), as far as used here. */
record PrometheusRule(
    @JsonProperty(required = true) String apiVersion,
    @JsonProperty(required = true) String kind,
    @JsonProperty(required = true) ObjectMetadata metadata,
    @JsonProperty(required = true) Spec spec) {
  record Spec(@JsonProperty(required = true) List<Group> groups) {}

  record Group(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = false) @Nullable String interval,
      @JsonProperty(required = true) List<Rule> rules) {}

  record Rule(
      @JsonProperty(required = false) @Nullable String alert,
      @JsonProperty(required = false) @Nullable String record,
      @JsonProperty(required = true) String expr,
      @JsonProperty(value = "for", required = false) @Nullable String forTime,
      @JsonProperty(value = "keep_firing_for", required = false) @Nullable String keepFiringFor,
      @JsonProperty(required = false) @Nullable Map<String, String> labels,
      @JsonProperty(required = false) @Nullable Map<String, String> annotations) {}
}

package dev.assay.deployment.chart;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route of the Gateway API (gateway.networking.k8s.io/v1), as far as used here. */
record HttpRoute(
    @JsonProperty(required = true) String apiVersion,
    @JsonProperty(required = true) String kind,
    @JsonProperty(required = true) ObjectMetadata metadata,
    @JsonProperty(required = true) Spec spec) {
  record Spec(
      @JsonProperty(required = true) List<ParentReference> parentRefs,
      @JsonProperty(required = false) @Nullable List<String> hostnames,
      @JsonProperty(required = true) List<Rule> rules) {}

  record ParentReference(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = false) @Nullable String namespace,
      @JsonProperty(required = false) @Nullable String sectionName) {}

  record Rule(
      @JsonProperty(required = true) List<Match> matches,
      @JsonProperty(required = false) @Nullable Timeouts timeouts,
      @JsonProperty(required = true) List<BackendReference> backendRefs) {}

  record Match(@JsonProperty(required = true) PathMatch path) {}

  record PathMatch(
      @JsonProperty(required = true) PathType type, @JsonProperty(required = true) String value) {}

  enum PathType {
    @JsonProperty("Exact")
    EXACT,
    @JsonProperty("PathPrefix")
    PATH_PREFIX
  }

  record Timeouts(
      @JsonProperty(required = true) String request,
      @JsonProperty(required = true) String backendRequest) {}

  record BackendReference(
      @JsonProperty(required = true) String name, @JsonProperty(required = true) int port) {}
}

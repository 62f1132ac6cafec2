package dev.assay.deployment.chart;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** From which Secret KEDA takes its password (keda.sh/v1alpha1), as far as used here. */
record TriggerAuthentication(
    @JsonProperty(required = true) String apiVersion,
    @JsonProperty(required = true) String kind,
    @JsonProperty(required = true) ObjectMetadata metadata,
    @JsonProperty(required = true) Spec spec) {
  record Spec(@JsonProperty(required = true) List<SecretTarget> secretTargetRef) {}

  record SecretTarget(
      @JsonProperty(required = true) String parameter,
      @JsonProperty(required = true) String name,
      @JsonProperty(required = true) String key) {}
}

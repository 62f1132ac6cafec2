package dev.assay.deployment.chart;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** What KEDA scales by the scaler rabbitmq (keda.sh/v1alpha1), as far as used here. */
record ScaledObject(
    @JsonProperty(required = true) String apiVersion,
    @JsonProperty(required = true) String kind,
    @JsonProperty(required = true) ObjectMetadata metadata,
    @JsonProperty(required = true) Spec spec) {
  record Spec(
      @JsonProperty(required = true) Target scaleTargetRef,
      @JsonProperty(required = true) int minReplicaCount,
      @JsonProperty(required = true) int maxReplicaCount,
      @JsonProperty(required = true) int pollingInterval,
      @JsonProperty(required = true) int cooldownPeriod,
      @JsonProperty(required = true) List<Trigger> triggers) {}

  record Target(@JsonProperty(required = true) String name) {}

  record Trigger(
      @JsonProperty(required = true) String type,
      @JsonProperty(required = true) Queue metadata,
      @JsonProperty(required = true) Target authenticationRef) {}

  /** Of the scaler rabbitmq; all of them are texts. */
  record Queue(
      @JsonProperty(required = true) String protocol,
      @JsonProperty(required = true) String vhostName,
      @JsonProperty(required = true) String queueName,
      @JsonProperty(required = true) String mode,
      @JsonProperty(required = true) String value) {}
}

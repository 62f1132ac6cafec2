package dev.assay.deployment.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.util.Map;

/**
 * Refuses what a cluster with strict validation would refuse: unknown, missing and wrong fields.
 */
final class KubernetesSchemas {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private static final Map<String, Check> CORE =
      Map.of(
          "v1 ConfigMap", V1ConfigMap::validateJsonElement,
          "v1 Service", V1Service::validateJsonElement,
          "v1 ServiceAccount", V1ServiceAccount::validateJsonElement,
          "apps/v1 Deployment", V1Deployment::validateJsonElement,
          "apps/v1 StatefulSet", V1StatefulSet::validateJsonElement,
          "batch/v1 Job", V1Job::validateJsonElement,
          "autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler::validateJsonElement,
          "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
          "networking.k8s.io/v1 Ingress", V1Ingress::validateJsonElement,
          "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy::validateJsonElement);

  private KubernetesSchemas() {}

  /**
   * @throws AssertionError if the object is not as Kubernetes wants it, or of a kind that is not
   *     known here
   */
  static void check(JsonNode object) {
    var kind = object.path("apiVersion").asText() + " " + object.path("kind").asText();
    var name = kind + " " + Manifests.name(object);
    var core = CORE.get(kind);
    try {
      if (core != null) {
        core.accept(JsonParser.parseString(JSON.writeValueAsString(object)));
      } else {
        CustomResources.check(kind, object);
      }
      requireText(object.at("/metadata/labels"));
      requireText(object.at("/metadata/annotations"));
      requireText(object.path("data"));
      Manifests.each(object.at("/spec/template/spec/containers"))
          .flatMap(container -> Manifests.each(container.path("env")))
          .forEach(KubernetesSchemas::requireTextualValue);
    } catch (IOException | IllegalArgumentException e) {
      throw new AssertionError("%s: %s".formatted(name, e.getMessage()), e);
    }
  }

  /** The models take a number for a text, a cluster does not. */
  private static void requireText(JsonNode map) {
    for (var entry : map.properties()) {
      if (!entry.getValue().isTextual()) {
        throw new IllegalArgumentException("%s is no text".formatted(entry));
      }
    }
  }

  private static void requireTextualValue(JsonNode variable) {
    if (variable.has("value") && !variable.path("value").isTextual()) {
      throw new IllegalArgumentException("%s is no text".formatted(variable));
    }
  }

  private interface Check {
    void accept(JsonElement object) throws IOException;
  }
}

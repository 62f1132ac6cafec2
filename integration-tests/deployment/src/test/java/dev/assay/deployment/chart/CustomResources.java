package dev.assay.deployment.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/**
 * What the chart uses of the kinds that others define, as they document them: the Prometheus
 * operator (monitoring.coreos.com/v1), the Gateway API (gateway.networking.k8s.io/v1) and KEDA
 * (keda.sh/v1alpha1). What is not here is refused.
 */
final class CustomResources {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class,
          "monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class,
          "gateway.networking.k8s.io/v1 HTTPRoute", HttpRoute.class,
          "keda.sh/v1alpha1 ScaledObject", ScaledObject.class,
          "keda.sh/v1alpha1 TriggerAuthentication", TriggerAuthentication.class);

  private CustomResources() {}

  /**
   * @throws IllegalArgumentException if the kind is unknown
   */
  static void check(String kind, JsonNode object) throws JsonProcessingException {
    var type = KINDS.get(kind);
    if (type == null) {
      throw new IllegalArgumentException("unknown kind " + kind);
    }
    JSON.treeToValue(object, type);
  }
}

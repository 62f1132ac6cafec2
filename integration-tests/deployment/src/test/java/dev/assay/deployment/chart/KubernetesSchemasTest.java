package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check of objects finds mistakes, deep inside, too. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KubernetesSchemasTest {
  private static final Manifests GOOD = Variant.EVERYTHING.render();

  @ParameterizedTest
  @CsvSource({
    "Deployment, assay-api, /spec",
    "Deployment, assay-api, /spec/template/spec",
    "Deployment, assay-api, /spec/template/spec/containers/0",
    "Deployment, assay-api, /spec/template/spec/containers/0/readinessProbe/httpGet",
    "Deployment, assay-api, /spec/template/spec/containers/0/securityContext/capabilities",
    "Deployment, assay-api, /spec/template/spec/containers/0/env/1/valueFrom/secretKeyRef",
    "Deployment, assay-api, /spec/template/spec/volumes/0/emptyDir",
    "Deployment, assay-api, /spec/template/spec/volumes/3/secret/items/0",
    "Deployment, assay-api, /spec/template/spec/topologySpreadConstraints/0/labelSelector",
    "Deployment, assay-conductor, /spec/strategy/rollingUpdate",
    "Job, assay-migrate-0-1-0-snapshot, /spec/template/spec/containers/0",
    "Service, assay-api, /spec/ports/0",
    "Ingress, assay, /spec/rules/0/http/paths/0/backend/service/port",
    "NetworkPolicy, assay-conductor, /spec/egress/0/to/0/ipBlock",
    "HorizontalPodAutoscaler, assay-api, /spec/metrics/1/pods/target",
    "PodDisruptionBudget, assay-api, /spec/selector",
    "ServiceMonitor, assay-api, /spec/endpoints/0/tlsConfig",
    "PrometheusRule, assay, /spec/groups/0/rules/0",
    "HTTPRoute, assay, /spec/rules/0/matches/0/path",
    "ScaledObject, assay-conductor, /spec/triggers/0/metadata",
    "TriggerAuthentication, assay-conductor, /spec/secretTargetRef/0",
  })
  void a_misspelt_field_is_refused(String kind, String name, String where) {
    var object = GOOD.require(kind, name).<JsonNode>deepCopy();
    assertThatCode(() -> KubernetesSchemas.check(object)).doesNotThrowAnyException();
    ((ObjectNode) object.at(where)).put("mispelt", "x");
    assertThatThrownBy(() -> KubernetesSchemas.check(object))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("mispelt");
  }

  @ParameterizedTest
  @CsvSource({
    "Deployment, assay-api, /spec/template/spec/containers/0, name",
    "Deployment, assay-api, /spec, selector",
    "Ingress, assay, /spec/rules/0/http/paths/0, pathType",
    "ScaledObject, assay-conductor, /spec/triggers/0/metadata, queueName",
  })
  void a_missing_field_is_refused(String kind, String name, String where, String field) {
    var object = GOOD.require(kind, name).<JsonNode>deepCopy();
    ((ObjectNode) object.at(where)).remove(field);
    assertThatThrownBy(() -> KubernetesSchemas.check(object)).hasMessageContaining(field);
  }

  @Test
  void a_number_where_a_text_is_wanted_is_refused() {
    var label = GOOD.require("Deployment", "assay-api").<JsonNode>deepCopy();
    ((ObjectNode) label.at("/metadata/labels")).put("a", 1);
    assertThatThrownBy(() -> KubernetesSchemas.check(label)).hasMessageContaining("no text");
    var variable = GOOD.require("Deployment", "assay-api").<JsonNode>deepCopy();
    ((ObjectNode) variable.at("/spec/template/spec/containers/0/env/0")).put("value", 5432);
    assertThatThrownBy(() -> KubernetesSchemas.check(variable)).hasMessageContaining("no text");
  }

  @Test
  void an_unknown_kind_is_refused() {
    var object = GOOD.require("Deployment", "assay-api").<ObjectNode>deepCopy();
    object.put("apiVersion", "extensions/v1beta1");
    assertThatThrownBy(() -> KubernetesSchemas.check(object)).hasMessageContaining("unknown kind");
  }
}

package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which values the chart takes, and what it says about others. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ValuesTest {
  @Test
  void helm_finds_nothing_wrong_with_the_chart() {
    var result = Chart.lint();
    assertThat(result.isFailed()).isFalse();
    assertThat(result.getMessages())
        .noneMatch(it -> it.contains("WARNING") || it.contains("ERROR"));
  }

  @Test
  void options_of_filters_that_the_chart_does_not_set_can_be_set() {
    var manifests = Chart.render("config: {assay.pxe-filter.sync-period: 10s}");
    assertThat(manifests.ofKind("ConfigMap").map(JsonNode::toString))
        .anySatisfy(it -> assertThat(it).contains("assay.pxe-filter.sync-period=10s"));
  }

  @Test
  void the_version_is_that_of_the_project() {
    var version =
        Project.text("pom.xml")
            .replaceAll("(?s).*?<artifactId>assay</artifactId>\\s*<version>", "");
    version = version.substring(0, version.indexOf('<'));
    assertThat(Chart.file("Chart.yaml"))
        .contains("\nversion: " + version + "\n")
        .contains("\nappVersion: \"" + version + "\"\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas: 3                                         | replicas
          api: {repicas: 3}                                   | repicas
          api: {autoscaling: {cpus: 3}}                       | cpus
          api: {auth: {htpasswd: {secret: a, keys: b}}}       | keys
          api: {replicas: many}                               | api.replicas
          api: {auth: {strategy: none}}                       | api.auth.strategy
          api: {trustedProxies: [ingress]}                    | api.trustedProxies
          api: {resources: {limits: {memory: lots}}}          | api.resources.limits.memory
          conductor: {ramdiskLogsSpace: much}                 | conductor.ramdiskLogsSpace
          image: {tag: latest}                                | image.tag
          conductor: {image: {name: conductor, tag: latest}}  | conductor.image.tag
          demo: {postgresImage: postgres}                     | demo.postgresImage
          config: {database.password: x}                      | config
          database: {password: x}                             | password
          database: {tls: {mode: prefer}}                     | database.tls.mode
          networkPolicy: {bmcNetworks: [bmc]}                 | networkPolicy.bmcNetworks
          pxeFilters: [{name: r, network: net, driver: dnsmasq, interfaces: [e]}] | nodeSelector
          pxeFilters: [{name: r, network: net, driver: iptables, nodeSelector: {a: b}, interfaces: [e]}] | driver
          """)
  void a_value_that_does_not_exist_or_cannot_be_is_refused(String values, String named) {
    assertThatThrownBy(() -> Chart.render(values))
        .hasMessageContaining("schema")
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          api: {auth: {strategy: noauth}}                     | api.auth.allowUnauthenticatedRemote=true
          api: {service: {type: LoadBalancer}}                | api.service.exposeOperatorPages=true
          api: {service: {type: NodePort}}                    | api.service.exposeOperatorPages=true
          config: {assay.database.password: x}                | use configFromSecrets
          config: {assay.inventory.s3.secret-key: x}          | use configFromSecrets
          config: {assay.tracing.headers: x}                  | use configFromSecrets
          config: {assay.database.url: x}                     | a value of its own
          config: {assay.conductor.host: x}                   | a value of its own
          config: {assay.pxe-filter.driver: noop}             | a value of its own
          config: {assay.api.proxy-protocol: true}            | from asking the API for its health
          database: {cloudNativePg: {cluster: ""}}            | database.host
          database: {host: db}                                | both set
          broker: {rabbitmqCluster: ""}                       | broker
          broker: {host: mq}                                  | both set
          httpRoute: {enabled: true}                          | httpRoute.gateway.name
          ingress: {enabled: true, tlsSecret: t}              | ingress.host
          {ingress: {enabled: true}, api: {enabled: false}}   | api.enabled=true
          demo: {enabled: true}                               | enabled=false
          {database: {host: db, cloudNativePg: {cluster: ""}}, migration: {enabled: false}} | database.credentials.secret
          {database: {host: db, cloudNativePg: {cluster: ""}, credentials: {secret: s}}, migration: {enabled: false}} | database.tls.caSecret
          {broker: {host: mq, rabbitmqCluster: "", credentials: {secret: s}}, conductor: {keda: {enabled: true}}} | conductor.keda.uri.secret
          pxeFilters: [{name: r, network: net, driver: dnsmasq, nodeSelector: {a: b}, interfaces: [e]}] | dnsmasq.ranges
          pxeFilters: [{name: r, network: net, driver: nftables, nodeSelector: {a: b}, interfaces: [e]}, {name: r, network: net, driver: nftables, nodeSelector: {a: b}, interfaces: [e]}] | two have the name r
          {config: {assay.pxe-filter.sync-period: 0}, pxeFilters: [{name: r, network: net, driver: dnsmasq, nodeSelector: {a: b}, interfaces: [e], dnsmasq: {ranges: [x]}}]} | sync-period must be above 0
          {config: {assay.pxe-filter.sync-period: 0s}, pxeFilters: [{name: r, network: net, driver: dnsmasq, nodeSelector: {a: b}, interfaces: [e], dnsmasq: {ranges: [x]}}]} | sync-period must be above 0
          """)
  void what_would_not_work_or_be_unsafe_is_refused_with_what_to_do(String values, String hint) {
    assertThatThrownBy(() -> Chart.render(values)).hasMessageContaining(hint);
  }

  @Test
  void every_value_is_in_the_schema_and_every_object_of_the_schema_is_closed() throws IOException {
    var schema = JsonMapper.builder().build().readTree(Chart.file("values.schema.json"));
    var open = new ArrayList<String>();
    collectOpen("", schema, open);
    assertThat(open)
        .as("these take objects of Kubernetes as they are")
        .allMatch(
            it ->
                it.endsWith("/affinity")
                    || it.endsWith("/global")
                    || it.matches("/definitions/(objects/items|peers/items/.*)"));
  }

  @Test
  void what_is_configured_is_written_as_properties_are_read() {
    var text =
        Variant.EVERYTHING
            .render()
            .require("ConfigMap", "assay-config")
            .at("/data/application.properties")
            .asText();
    assertThat(text.lines())
        .contains(
            "assay.api.max-limit=500",
            "assay.inspector.hooks=$default_hooks,memory",
            "assay.inspection-rules.supported-interfaces=^agent\\\\.x$");
  }

  /** Objects that take any member. */
  private static void collectOpen(String path, JsonNode schema, List<String> open) {
    if (schema.path("type").asText().equals("object") && !schema.has("additionalProperties")) {
      open.add(path);
    }
    for (var entry : schema.properties()) {
      if (entry.getValue().isObject()) {
        var step = entry.getKey().equals("properties") ? path : path + "/" + entry.getKey();
        collectOpen(step, entry.getValue(), open);
      }
    }
  }
}

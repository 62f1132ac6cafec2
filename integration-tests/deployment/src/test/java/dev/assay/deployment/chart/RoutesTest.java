package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of the API can be reached from outside. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RoutesTest {
  private static final Manifests MANIFESTS = Variant.EVERYTHING.render();

  /** A path that is let through: itself, or everything below it. */
  private record Route(boolean exact, String path) {
    boolean leads(String request) {
      return request.equals(path)
          || (!exact && (path.equals("/") || request.startsWith(path + "/")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/q", "/q/", "/q/health", "/q/health/ready", "/q/metrics", "/anything", "/v1x"})
  void what_is_for_the_inside_is_not_reachable(String path) {
    assertThat(ofIngress()).noneMatch(it -> it.leads(path));
    assertThat(ofHttpRoute()).noneMatch(it -> it.leads(path));
  }

  @Test
  void everything_that_the_api_describes_is_reachable() throws IOException {
    var paths = new ArrayList<String>();
    new YAMLMapper()
        .readTree(Project.text("docs/openapi.yaml"))
        .path("paths")
        .fieldNames()
        .forEachRemaining(paths::add);
    assertThat(paths).hasSizeGreaterThan(50);
    paths.addAll(
        List.of("/openapi", "/openapi.json", "/openapi.yaml", "/inspector", "/inspector/v1/rules"));
    paths.addAll(List.of("/v1/boot/1/inspection.iso", "/v1/events"));
    for (var path : paths) {
      assertThat(ofIngress()).as(path).anyMatch(it -> it.leads(path));
      assertThat(ofHttpRoute()).as(path).anyMatch(it -> it.leads(path));
    }
  }

  @Test
  void streams_and_images_have_no_time_limit_at_the_gateway_and_are_not_buffered() {
    var rule = MANIFESTS.require("HTTPRoute", "assay").at("/spec/rules/0");
    assertThat(rule.path("matches").findValuesAsText("value"))
        .containsExactly("/v1/events", "/v1/boot");
    assertThat(rule.at("/timeouts/request").asText()).isEqualTo("0s");
    assertThat(
            MANIFESTS
                .require("Ingress", "assay")
                .at("/metadata/annotations")
                .path("nginx.ingress.kubernetes.io/proxy-buffering")
                .asText())
        .isEqualTo("off");
  }

  @Test
  void routes_lead_to_the_port_of_the_service() {
    var service = MANIFESTS.require("Service", "assay-api");
    for (var backend : MANIFESTS.require("HTTPRoute", "assay").findValues("backendRefs")) {
      assertThat(backend.at("/0/name").asText()).isEqualTo("assay-api");
      assertThat(backend.at("/0/port")).isEqualTo(service.at("/spec/ports/0/port"));
    }
    for (var backend : MANIFESTS.require("Ingress", "assay").findValues("backend")) {
      assertThat(backend.at("/service/name").asText()).isEqualTo("assay-api");
      assertThat(backend.at("/service/port/name").asText()).isEqualTo("http");
    }
  }

  @Test
  void helm_warns_of_a_gateway_that_would_speak_http_to_an_api_with_tls() {
    var route = "httpRoute: {enabled: true, gateway: {name: public}}\n";
    assertThat(Chart.notes(route + "api: {tls: {secret: their-tls}}"))
        .contains("WARNING: with api.tls.secret", "BackendTLSPolicy for the Service\nassay-api");
    assertThat(Chart.notes(route)).doesNotContain("BackendTLSPolicy");
    assertThat(Chart.notes("api: {tls: {secret: their-tls}}")).doesNotContain("BackendTLSPolicy");
  }

  /** Upstreams of ingress-nginx have the port, as it is written, in their names. */
  @Test
  void the_documented_ingress_for_boot_images_has_an_upstream_of_its_own() {
    var page = Project.text("docs/kubernetes.md");
    var block = page.substring(page.indexOf("```yaml\napiVersion: networking.k8s.io/v1\n") + 8);
    var boot = Manifests.read(block.substring(0, block.indexOf("```"))).objects().getFirst();
    var chart = Chart.render("ingress: {enabled: true}");
    var service = chart.require("Service", "assay-api");

    KubernetesSchemas.check(boot);
    var backend = boot.at("/spec/rules/0/http/paths/0/backend/service");
    assertThat(backend.path("name").asText()).isEqualTo(Manifests.name(service));
    assertThat(backend.at("/port/number")).isEqualTo(service.at("/spec/ports/0/port"));
    assertThat(chart.require("Ingress", "assay").findValues("port"))
        .isNotEmpty()
        .noneMatch(it -> it.has("number"));
    assertThat(boot.at("/metadata/annotations").properties())
        .containsAll(chart.require("Ingress", "assay").at("/metadata/annotations").properties())
        .extracting(Map.Entry::getKey)
        .contains("nginx.ingress.kubernetes.io/upstream-hash-by");
  }

  @ParameterizedTest
  @EnumSource(names = {"DEFAULTS", "EVERYTHING", "ONLY_CONDUCTORS_OF_A_GROUP"})
  void nothing_talks_to_a_pod_unless_a_policy_allows_it(Variant variant) {
    var manifests = variant.render();
    var deny = manifests.require("NetworkPolicy", "assay-deny").path("spec");
    assertThat(deny.path("policyTypes").toString()).isEqualTo("[\"Ingress\",\"Egress\"]");
    assertThat(deny.has("ingress") || deny.has("egress")).isFalse();
    manifests
        .ofKind("NetworkPolicy")
        .filter(it -> it.at("/spec/ingress").isArray())
        .flatMap(it -> Manifests.each(it.at("/spec/ingress")))
        .forEach(
            rule -> {
              assertThat(rule.path("ports").isEmpty()).isFalse();
              assertThat(rule.has("from") && rule.path("from").isEmpty())
                  .as("an empty list is everyone")
                  .isFalse();
            });
  }

  @Test
  void conductors_are_reached_by_monitoring_alone() {
    var ingress = MANIFESTS.require("NetworkPolicy", "assay-conductor").at("/spec/ingress");
    assertThat(ingress).hasSize(1);
    assertThat(ingress.at("/0/from").toString()).contains("monitoring");
  }

  @Test
  void where_nobody_is_named_for_monitoring_nobody_is_let_in_by_that() {
    var policies =
        Chart.render(
            """
            networkPolicy:
              clients: [{ipBlock: {cidr: 192.0.2.0/24}}]
              monitoring: []
            """);
    var api = policies.require("NetworkPolicy", "assay-api").at("/spec/ingress");
    assertThat(api).hasSize(1);
    assertThat(api.at("/0/from/0/ipBlock/cidr").asText()).isEqualTo("192.0.2.0/24");
    assertThat(policies.require("NetworkPolicy", "assay-conductor").at("/spec").has("ingress"))
        .isFalse();
  }

  @Test
  void every_server_of_the_database_is_reached_at_its_port() {
    var manifests =
        Chart.render(
            """
            database:
              cloudNativePg: {cluster: ""}
              host: "db1,db2:5433,[2001:db8::1]"
              port: 6432
              credentials: {secret: s}
              tls: {mode: require}
            """);
    assertThat(
            manifests
                .require("NetworkPolicy", "assay-services")
                .at("/spec/egress/1/ports")
                .findValues("port"))
        .extracting(JsonNode::asInt)
        .containsExactly(6432, 5433);
    assertThat(manifests.require("Deployment", "assay-api").toString())
        .contains("jdbc:postgresql://db1:6432,db2:5433,[2001:db8::1]:6432/assay?sslmode=require")
        .contains("targetServerType=primary");
  }

  @ParameterizedTest
  @EnumSource(names = {"DEFAULTS", "EVERYTHING", "OTHER_SERVERS_WITHOUT_TLS"})
  void the_migration_reaches_the_database_as_services_do_and_nothing_else(Variant variant) {
    var manifests = variant.render();
    var migration = manifests.require("NetworkPolicy", "assay-migration").path("spec");
    assertThat(migration.path("policyTypes").toString()).isEqualTo("[\"Ingress\",\"Egress\"]");
    assertThat(migration.has("ingress")).isFalse();
    var services = manifests.require("NetworkPolicy", "assay-services").at("/spec/egress");
    assertThat(migration.path("egress")).containsExactly(services.get(0), services.get(1));
    var pod = manifests.ofKind("Job").findFirst().orElseThrow();
    assertThat(pod.at("/spec/template/metadata/labels").properties())
        .containsAll(migration.at("/podSelector/matchLabels").properties());
  }

  /** Those of the release before hold until the migration is over. */
  @Test
  void the_migration_has_its_policy_before_the_others_are_applied() {
    assertThat(Variant.NOTHING.render().ofKind("NetworkPolicy")).isEmpty();
    assertThat(Chart.render("migration: {enabled: false}").find("NetworkPolicy", "assay-migration"))
        .isEmpty();
    var applied = Chart.renderWithoutHooks("");
    assertThat(applied.find("NetworkPolicy", "assay-services")).isPresent();
    assertThat(applied.find("NetworkPolicy", "assay-migration")).isEmpty();
    var job = Chart.file("templates/migration.yaml");
    var policies = Chart.file("templates/network-policies.yaml");
    assertThat(policies).contains("helm.sh/hook: pre-install,pre-upgrade", "hook-weight: \"-1\"");
    assertThat(job).contains("helm.sh/hook: pre-install,pre-upgrade").doesNotContain("hook-weight");
  }

  @Test
  void addresses_of_proxies_reach_the_api() {
    var api = Manifests.container(MANIFESTS.require("Deployment", "assay-api"), "api");
    assertThat(Manifests.variable(api, "ASSAY_API_TRUSTED_PROXIES").path("value").asText())
        .isEqualTo("192.0.2.7,10.1.0.0/16,2001:db8::/32");
  }

  private static Stream<Route> ofIngress() {
    return Manifests.each(MANIFESTS.require("Ingress", "assay").at("/spec/rules/0/http/paths"))
        .map(it -> new Route(isExact(it.path("pathType")), it.path("path").asText()));
  }

  private static Stream<Route> ofHttpRoute() {
    return Manifests.each(MANIFESTS.require("HTTPRoute", "assay").at("/spec/rules"))
        .flatMap(rule -> Manifests.each(rule.path("matches")))
        .map(it -> it.path("path"))
        .map(it -> new Route(isExact(it.path("type")), it.path("value").asText()));
  }

  private static boolean isExact(JsonNode type) {
    return type.asText().equals("Exact");
  }
}

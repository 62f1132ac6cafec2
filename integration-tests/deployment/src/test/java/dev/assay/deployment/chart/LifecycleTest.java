package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How pods start, stop and are replaced. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LifecycleTest {
  /** What an API service may take for requests in progress, after it has drained. */
  private static final int REQUESTS_IN_PROGRESS = 10;

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 300})
  void an_api_service_may_take_longer_to_stop_than_it_drains(int delay) {
    var api =
        Chart.render("api: {drainDelaySeconds: %d}".formatted(delay))
            .require("Deployment", "assay-api");
    var drain = duration(api, "api", "ASSAY_API_DRAIN_DELAY");
    assertThat(drain).hasSeconds(delay);
    assertThat(grace(api)).isGreaterThan(drain.plusSeconds(REQUESTS_IN_PROGRESS));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 60, 1500})
  void a_conductor_may_take_longer_to_stop_than_it_finishes_work(int seconds) {
    var conductor =
        Chart.render("conductor: {gracefulShutdownSeconds: %d}".formatted(seconds))
            .require("Deployment", "assay-conductor");
    var timeout = duration(conductor, "conductor", "ASSAY_CONDUCTOR_GRACEFUL_SHUTDOWN_TIMEOUT");
    assertThat(timeout).hasSeconds(seconds);
    assertThat(grace(conductor)).isGreaterThan(timeout);
  }

  @Test
  void defaults_drain_at_least_as_long_as_the_services_do_themselves() {
    var manifests = Variant.DEFAULTS.render();
    assertThat(
            duration(manifests.require("Deployment", "assay-api"), "api", "ASSAY_API_DRAIN_DELAY"))
        .isGreaterThanOrEqualTo(parse(Project.defaultOf("assay.api.drain-delay")));
    assertThat(
            duration(
                manifests.require("Deployment", "assay-conductor"),
                "conductor",
                "ASSAY_CONDUCTOR_GRACEFUL_SHUTDOWN_TIMEOUT"))
        .isGreaterThanOrEqualTo(
            parse(Project.defaultOf("assay.conductor.graceful-shutdown-timeout")));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void services_are_asked_for_what_the_probes_mean(Variant variant) {
    for (var workload : variant.render().services().toList()) {
      for (var container : Manifests.containers(workload).toList()) {
        var where = Manifests.name(workload) + " " + container.path("name").asText();
        // Only the simulator is a client and no server.
        assertThat(container.has("readinessProbe"))
            .as(where)
            .isEqualTo(!container.path("name").asText().equals("simulator"));
        if (List.of("api", "conductor", "filter").contains(container.path("name").asText())) {
          assertThat(path(container, "startupProbe")).isEqualTo("/q/health/live");
          assertThat(path(container, "livenessProbe")).isEqualTo("/q/health/live");
          assertThat(path(container, "readinessProbe")).isEqualTo("/q/health/ready");
          assertThat(patience(container.path("startupProbe")))
              .as("%s waits for its database with no port open", where)
              .isGreaterThanOrEqualTo(Duration.ofMinutes(30));
          assertThat(patience(container.path("readinessProbe")))
              .as("%s is not ready soon", where)
              .isLessThanOrEqualTo(Duration.ofSeconds(5));
        }
      }
    }
  }

  @Test
  void the_ports_are_those_where_services_listen() {
    var manifests = Variant.DEFAULTS.render();
    assertThat(port(manifests, "api")).isEqualTo(Project.defaultOf("assay.api.port"));
    assertThat(port(manifests, "conductor")).isEqualTo(Project.defaultOf("assay.conductor.port"));
    var filter =
        Manifests.container(
            Variant.EVERYTHING.render().require("Deployment", "assay-pxe-filter-rack1"), "filter");
    assertThat(Manifests.variable(filter, "ASSAY_PXE_FILTER_PORT").path("value").asText())
        .isEqualTo(filter.at("/ports/0/containerPort").asText());
  }

  @Test
  void with_tls_the_api_is_asked_by_https() {
    var api = Variant.EVERYTHING.render().require("Deployment", "assay-api");
    for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(Manifests.container(api, "api").path(probe).at("/httpGet/scheme").asText())
          .isEqualTo("HTTPS");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DEFAULTS                             | {"emptyDir":{}}
          FIXED_REPLICAS_IN_A_PRIVATE_REGISTRY | {"emptyDir":{"sizeLimit":"10Gi"}}
          EVERYTHING                           | {"persistentVolumeClaim":{"claimName":"their-logs"}}
          """)
  void conductors_are_evicted_for_their_logs_only_where_a_limit_is_set(
      Variant variant, String wanted) {
    var conductor = variant.render().require("Deployment", "assay-conductor");
    var logs =
        Manifests.each(Manifests.pod(conductor).path("volumes"))
            .filter(it -> it.path("name").asText().equals("logs"))
            .map(it -> it.<ObjectNode>deepCopy().without("name"))
            .findFirst();
    assertThat(logs).hasValueSatisfying(it -> assertThat(it).hasToString(wanted));
  }

  @Test
  void helm_migrates_the_schema_before_it_applies_anything_else() {
    assertThat(Chart.renderWithoutHooks("").ofKind("Job")).isEmpty();
    var job = Variant.DEFAULTS.render().require("Job", "assay-migrate-0-1-0-snapshot");
    var container = Manifests.container(job, "migrate");
    assertThat(container.path("image").asText()).startsWith("assay/conductor:");
    assertThat(migrate(container)).isEqualTo("only");
    assertThat(References.configMaps(new Manifests(List.of(job))))
        .as("objects of the chart that do not exist at the first installation")
        .isEmpty();
    assertThat(Manifests.pod(job).has("serviceAccountName")).isFalse();
  }

  @Test
  void the_migration_has_the_options_of_the_database() {
    var job = Variant.EVERYTHING.render().require("Job", "assay-migrate-0-1-0-snapshot");
    assertThat(
            Manifests.variable(Manifests.container(job, "migrate"), "ASSAY_DATABASE_LOCK_TIMEOUT")
                .path("value")
                .asText())
        .isEqualTo("20s");
  }

  @Test
  void each_version_has_a_migration_of_its_own() {
    var tagged = Chart.render("image: {tag: 0.2.0}");
    assertThat(tagged.find("Job", "assay-migrate-0-2-0")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void services_migrate_only_where_no_job_does(boolean job) {
    var manifests = Chart.render("migration: {enabled: %s}".formatted(job));
    for (var name : List.of("api", "conductor")) {
      var container = Manifests.container(manifests.require("Deployment", "assay-" + name), name);
      assertThat(migrate(container)).isEqualTo(job ? "never" : "always");
    }
    assertThat(manifests.ofKind("Job")).hasSize(job ? 1 : 0);
  }

  /** The upgrade in three steps of docs/kubernetes.md. */
  @Test
  void another_version_of_the_chart_replaces_no_pod_whose_image_is_held_back() {
    var values = Variant.EVERYTHING.yaml() + "image: {tag: 0.1.0}\n";
    var other =
        Chart.renderOther(
            "Chart.yaml",
            it -> it.replaceAll("(?m)^(version|appVersion): .*$", "$1: \"99.0.0\""),
            values);
    for (var workload : Chart.render(values).services().toList()) {
      var changed = other.require("Deployment", Manifests.name(workload));
      assertThat(changed.at("/metadata/labels")).isNotEqualTo(workload.at("/metadata/labels"));
      assertThat(changed.at("/spec/template")).isEqualTo(workload.at("/spec/template"));
    }
  }

  @Test
  void what_scales_a_deployment_decides_its_replicas_alone() {
    var scaled = Variant.EVERYTHING.render();
    assertThat(scaled.require("Deployment", "assay-api").at("/spec").has("replicas")).isFalse();
    assertThat(scaled.require("Deployment", "assay-conductor").at("/spec").has("replicas"))
        .isFalse();
    var fixed = Variant.FIXED_REPLICAS_IN_A_PRIVATE_REGISTRY.render();
    assertThat(fixed.require("Deployment", "assay-api").at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(fixed.require("Deployment", "assay-conductor").at("/spec/replicas").asInt())
        .isEqualTo(5);
    assertThat(fixed.ofKind("HorizontalPodAutoscaler")).isEmpty();
  }

  @Test
  void conductors_are_scaled_by_the_queues_that_they_consume() {
    var queues =
        Chart.render("conductor: {group: Rack-7, keda: {enabled: true, drivers: [redfish, ipmi]}}")
            .require("ScaledObject", "assay-conductor")
            .findValuesAsText("queueName");
    assertThat(queues)
        .containsExactlyInAnyOrder(
            "assay.conductor/rack-7/redfish",
            "assay.conductor/rack-7/redfish/start",
            "assay.conductor/rack-7/ipmi",
            "assay.conductor/rack-7/ipmi/start");
  }

  private static String migrate(JsonNode container) {
    return Manifests.variable(container, "ASSAY_SCHEMA_MIGRATE").path("value").asText();
  }

  private static String port(Manifests manifests, String component) {
    var workload = manifests.require("Deployment", "assay-" + component);
    return Manifests.container(workload, component).at("/ports/0/containerPort").asText();
  }

  private static String path(JsonNode container, String probe) {
    return container.path(probe).at("/httpGet/path").asText();
  }

  private static Duration patience(JsonNode probe) {
    return Duration.ofSeconds(
        probe.path("periodSeconds").asLong() * probe.path("failureThreshold").asLong());
  }

  private static Duration grace(JsonNode workload) {
    return Duration.ofSeconds(
        Manifests.pod(workload).path("terminationGracePeriodSeconds").asInt());
  }

  private static Duration duration(JsonNode workload, String container, String variable) {
    return parse(
        Manifests.variable(Manifests.container(workload, container), variable)
            .path("value")
            .asText());
  }

  private static Duration parse(String text) {
    return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }
}

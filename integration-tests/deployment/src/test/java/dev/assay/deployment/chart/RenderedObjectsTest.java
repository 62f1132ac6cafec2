package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every object, whatever the values are. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RenderedObjectsTest {
  private static final Pattern SECRET_NAME =
      Pattern.compile("(?i).*(password|_pass$|secret_key|access_key|token).*");

  /** Variables that are no options: of the image, of other images, of the simulator. */
  private static final Set<String> OTHER_VARIABLES = Set.of("ASSAY_JAVA_OPTS");

  @ParameterizedTest
  @EnumSource
  void objects_are_as_kubernetes_wants_them(Variant variant) {
    variant.render().objects().forEach(KubernetesSchemas::check);
  }

  @ParameterizedTest
  @EnumSource
  void no_two_objects_have_one_name(Variant variant) {
    assertThat(
            variant.render().objects().stream()
                .map(it -> it.path("kind").asText() + " " + Manifests.name(it)))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void workloads_select_their_own_pods_and_services_select_some(Variant variant) {
    var manifests = variant.render();
    manifests
        .services()
        .forEach(
            it ->
                assertThat(selects(it.at("/spec/selector/matchLabels"), it))
                    .as(Manifests.name(it))
                    .isTrue());
    Stream.of("Service", "PodDisruptionBudget", "ServiceMonitor")
        .flatMap(manifests::ofKind)
        .filter(it -> !it.path("kind").asText().equals("ServiceMonitor"))
        .forEach(
            it -> {
              var selector = it.at("/spec/selector");
              var labels = selector.has("matchLabels") ? selector.path("matchLabels") : selector;
              assertThat(manifests.workloads().filter(pods -> selects(labels, pods)))
                  .as(Manifests.name(it))
                  .isNotEmpty();
            });
    manifests
        .ofKind("ServiceMonitor")
        .forEach(
            monitor ->
                assertThat(
                        manifests
                            .ofKind("Service")
                            .filter(
                                it ->
                                    has(
                                        it.at("/metadata/labels"),
                                        monitor.at("/spec/selector/matchLabels"))))
                    .as(Manifests.name(monitor))
                    .hasSize(1));
  }

  @ParameterizedTest
  @EnumSource
  void two_workloads_never_select_the_same_pods(Variant variant) {
    var manifests = variant.render();
    for (var one : manifests.services().toList()) {
      assertThat(
              manifests.workloads().filter(it -> selects(one.at("/spec/selector/matchLabels"), it)))
          .as("pods that %s selects", Manifests.name(one))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ports_volumes_and_targets_have_names_that_exist(Variant variant) {
    var manifests = variant.render();
    for (var workload : manifests.workloads().toList()) {
      var volumes = names(Manifests.pod(workload).path("volumes"));
      workload
          .at("/spec/volumeClaimTemplates")
          .forEach(claim -> volumes.add(Manifests.name(claim)));
      for (var container : Manifests.containers(workload).toList()) {
        var where = Manifests.name(workload) + " " + container.path("name").asText();
        assertThat(volumes).as(where).containsAll(names(container.path("volumeMounts"), "name"));
        var ports = names(container.path("ports"));
        for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
          for (var action : List.of("httpGet", "tcpSocket")) {
            var port = container.path(probe).path(action).path("port");
            assertThat(port.isMissingNode() || ports.contains(port.asText()))
                .as("%s %s", where, probe)
                .isTrue();
          }
        }
      }
    }
    manifests
        .ofKind("Service")
        .forEach(
            service ->
                service
                    .at("/spec/ports")
                    .forEach(
                        port ->
                            assertThat(
                                    manifests
                                        .workloads()
                                        .filter(it -> selects(service.at("/spec/selector"), it)))
                                .as(Manifests.name(service))
                                .allSatisfy(
                                    it ->
                                        assertThat(portNames(it))
                                            .contains(port.path("targetPort").asText()))));
    scaledNames(manifests)
        .forEach(name -> assertThat(manifests.find("Deployment", name)).as(name).isPresent());
  }

  @ParameterizedTest
  @EnumSource
  void secrets_and_files_are_of_the_chart_or_named_in_values_or_documentation(Variant variant) {
    var manifests = variant.render();
    var known = variant.yaml() + Chart.file("values.yaml") + Project.text("docs/kubernetes.md");
    for (var name : References.secrets(manifests)) {
      assertThat(known).as("the Secret %s", name).contains(name);
    }
    for (var name : References.configMaps(manifests)) {
      assertThat(manifests.find("ConfigMap", name).isPresent() || variant.yaml().contains(name))
          .as("the ConfigMap %s", name)
          .isTrue();
    }
    for (var name : References.serviceAccounts(manifests)) {
      assertThat(manifests.find("ServiceAccount", name)).as(name).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource
  void no_secret_is_in_an_object(Variant variant) {
    var manifests = variant.render();
    assertThat(manifests.ofKind("Secret")).isEmpty();
    for (var workload : manifests.workloads().toList()) {
      for (var container : Manifests.containers(workload).toList()) {
        Manifests.each(container.path("env"))
            .filter(it -> SECRET_NAME.matcher(it.path("name").asText()).matches())
            .forEach(it -> assertThat(it.at("/valueFrom/secretKeyRef/key").asText()).isNotEmpty());
      }
    }
    for (var config : manifests.ofKind("ConfigMap").toList()) {
      assertThat(config.path("data").toString()).doesNotContainIgnoringCase("password");
    }
  }

  @ParameterizedTest
  @EnumSource
  void images_have_a_version(Variant variant) {
    containers(variant.render())
        .forEach(
            it ->
                assertThat(it.path("image").asText())
                    .matches(".*(:[A-Za-z0-9_][A-Za-z0-9._-]*|@sha256:[0-9a-f]{64})")
                    .doesNotEndWith(":latest"));
  }

  @ParameterizedTest
  @EnumSource
  void containers_have_limits_and_may_do_nothing_they_need_not(Variant variant) {
    for (var container : containers(variant.render()).toList()) {
      var name = container.path("name").asText();
      assertThat(container.at("/resources/requests/cpu").isTextual()).as(name).isTrue();
      assertThat(container.at("/resources/limits/memory").isTextual()).as(name).isTrue();
      var security = container.path("securityContext");
      assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).as(name).isFalse();
      assertThat(security.path("readOnlyRootFilesystem").asBoolean()).as(name).isTrue();
      assertThat(security.at("/capabilities/drop/0").asText()).as(name).isEqualTo("ALL");
      assertThat(security.path("privileged").asBoolean()).as(name).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void pods_have_no_token_and_no_variables_of_services(Variant variant) {
    for (var workload : variant.render().workloads().toList()) {
      var pod = Manifests.pod(workload);
      var name = Manifests.name(workload);
      assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).as(name).isFalse();
      assertThat(pod.path("enableServiceLinks").asBoolean(true))
          .as("%s: ASSAY_API_PORT of a Service would be read as an option", name)
          .isFalse();
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .as(name)
          .isEqualTo("RuntimeDefault");
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean() || isPxeFilter(workload))
          .as(name)
          .isTrue();
      assertThat(pod.path("hostNetwork").asBoolean()).as(name).isEqualTo(isPxeFilter(workload));
    }
  }

  @ParameterizedTest
  @EnumSource
  void variables_and_lines_of_configuration_are_options(Variant variant) {
    var manifests = variant.render();
    var options = Project.options();
    var variables = new TreeSet<>(OTHER_VARIABLES);
    options.forEach(option -> variables.add(variable(option)));
    containers(manifests)
        .flatMap(container -> Manifests.each(container.path("env")))
        .map(it -> it.path("name").asText())
        .filter(it -> it.startsWith("ASSAY_"))
        .forEach(it -> assertThat(variables).contains(it));
    var lines =
        manifests.require("ConfigMap", "assay-config").at("/data/application.properties").asText();
    assertThat(lines.lines()).isNotEmpty();
    assertThat(lines.lines().map(line -> line.replaceAll("=.*", ""))).allMatch(options::contains);
  }

  private static String variable(String option) {
    return option.replaceAll("[^a-z0-9]", "_").toUpperCase(java.util.Locale.ROOT);
  }

  private static Stream<JsonNode> containers(Manifests manifests) {
    return manifests.workloads().flatMap(Manifests::containers);
  }

  private static boolean isPxeFilter(JsonNode workload) {
    return Manifests.name(workload).startsWith("assay-pxe-filter-");
  }

  private static boolean selects(JsonNode selector, JsonNode workload) {
    return has(workload.at("/spec/template/metadata/labels"), selector);
  }

  private static boolean has(JsonNode labels, JsonNode selector) {
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(it -> it.getValue().equals(labels.path(it.getKey())));
  }

  private static List<String> portNames(JsonNode workload) {
    return Manifests.containers(workload)
        .flatMap(container -> names(container.path("ports")).stream())
        .toList();
  }

  private static Stream<String> scaledNames(Manifests manifests) {
    return Stream.of("HorizontalPodAutoscaler", "ScaledObject")
        .flatMap(manifests::ofKind)
        .map(it -> it.at("/spec/scaleTargetRef/name").asText());
  }

  private static List<String> names(JsonNode array) {
    return names(array, "name");
  }

  private static List<String> names(JsonNode array, String field) {
    var names = new ArrayList<String>();
    array.forEach(it -> names.add(it.path(field).asText()));
    return names;
  }
}

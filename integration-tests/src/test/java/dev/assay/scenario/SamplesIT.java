package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the payloads of spec/samples, valid and hostile, give the results of the reference.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SamplesIT {
  private static final Stack STACK = SharedStack.emptied();

  private final ApiClient api = STACK.api();

  static Stream<Sample> good() {
    return Stream.concat(Sample.good(), Stream.of(Sample.of("h6-hostile-lldp")));
  }

  static Stream<Sample> refused() {
    return Stream.of("h2-missing-inventory", "h4-no-interfaces", "h8-null-mac").map(Sample::of);
  }

  static Stream<Arguments> failing() {
    return Stream.of(
        Arguments.of(Sample.of("h1-error-field"), "Ramdisk reported error: "),
        Arguments.of(Sample.of("h3-wrong-types"), "boot"),
        Arguments.of(Sample.of("h5-only-unusable-interfaces"), "network interfaces"),
        Arguments.of(Sample.of("h7-no-architecture"), "CPU architecture"),
        Arguments.of(
            Sample.of("h10-bootif-without-type-prefix"),
            "no network interfaces match the configuration"));
  }

  @ParameterizedTest
  @MethodSource("good")
  void gives_what_the_reference_gives(Sample sample) {
    var node = sample.prepare(api);
    var answer = api.callback(sample.body());
    assertThat(answer.status()).isEqualTo(sample.status());
    if (answer.status() == 404) {
      assertThat(answer.fault()).isEqualTo(sample.fault());
      api.createPort(node, sample.findableAddress().orElseThrow());
      answer = api.callback(sample.body()).require(202);
    }
    assertThat(answer.json().path("uuid").asText()).isEqualTo(node);
    assertThat(answer.json().size()).isEqualTo(1);

    var inspected = api.awaitState(node, "manageable");

    assertThat(inspected.path("properties")).isEqualTo(sample.afterHooks().path("node_properties"));
    assertThat(portsWithPxe(node)).isEqualTo(sample.portsAfterwards());
    var stored = api.get("/v1/nodes/" + node + "/inventory").require(200).json();
    assertThat(stored.path("inventory")).isEqualTo(sample.body().path("inventory"));
    var keys = keys(stored.path("plugin_data"));
    // Not done by the reference but required by spec/hooks.md.
    keys.removeAll(Set.of("bmc_address", "bmc_v6address"));
    assertThat(keys).isEqualTo(texts(sample.afterHooks().path("plugin_data_keys_stored")));
    Enrolment.forget(api, node);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void is_refused_at_the_door_with_the_text_of_the_reference(Sample sample) {
    var node = sample.prepare(api);
    var before = api.node(node);

    var answer = api.callback(sample.body());

    assertThat(answer.status()).isEqualTo(sample.status()).isEqualTo(400);
    assertThat(answer.fault()).startsWith("Schema error for data: ");
    assertThat(Enrolment.essence(api.node(node))).isEqualTo(Enrolment.essence(before));
    assertThat(InspectionRows.stagesOf(STACK.database(), node)).containsExactly("waiting");
    Enrolment.forget(api, node);
  }

  @ParameterizedTest
  @MethodSource("failing")
  void fails_the_inspection_with_a_reason_and_changes_nothing(Sample sample, String reason) {
    var node = sample.prepare(api);
    assertThat(api.callback(sample.body()).status()).isEqualTo(sample.status());
    if (sample.status() == 404) {
      api.createPort(node, sample.findableAddress().orElseThrow());
      api.callback(sample.body()).require(202);
    }

    var failed = api.awaitState(node, "inspect failed");

    assertThat(failed.path("last_error").asText())
        .startsWith("Failed to finish inspection: ")
        .contains(reason)
        .doesNotContain("Exception");
    assertThat(failed.path("target_provision_state").asText()).isEqualTo("manageable");
    assertThat(failed.path("properties"))
        .isEqualTo(sample.expected().path("setup").path("node").path("properties"));
    assertThat(portsWithPxe(node)).allMatch(port -> port.endsWith(" true")).hasSizeLessThan(2);
    assertThat(api.get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(404);
    assertThat(InspectionRows.stagesOf(STACK.database(), node)).containsExactly("error");
    Enrolment.forget(api, node);
  }

  private List<String> portsWithPxe(String node) {
    return api.get("/v1/ports/detail?node=" + node)
        .require(200)
        .json()
        .path("ports")
        .valueStream()
        .map(port -> port.path("address").asText() + " " + port.path("pxe_enabled").asText())
        .sorted()
        .toList();
  }

  private static Set<String> keys(JsonNode object) {
    var keys = new TreeSet<String>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static Set<String> texts(JsonNode list) {
    var texts = new TreeSet<String>();
    StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).forEach(texts::add);
    return texts;
  }
}

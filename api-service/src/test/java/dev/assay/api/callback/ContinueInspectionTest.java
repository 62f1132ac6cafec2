package dev.assay.api.callback;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasLength;

import dev.assay.api.testing.Machines;
import dev.assay.api.testing.NoBroker;
import dev.assay.id.NodeId;
import dev.assay.inspection.Stage;
import dev.assay.node.ProvisionState;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ContinueInspectionTest {
  private static final String PATH = "/v1/continue_inspection";
  private static final String NOT_FOUND = "Resource could not be found.";

  @Inject Machines machines;

  @Test
  void the_data_of_a_waiting_node_are_kept_and_a_conductor_is_told() {
    var machine = machines.waiting();
    var body = body(machine.mac(), null);
    post(null, body)
        .statusCode(202)
        .body("$", aMapWithSize(1))
        .body("uuid", equalTo(machine.node().toString()));
    assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECTING);
    assertThat(machines.stage(machine)).isEqualTo(Stage.PROCESSING);
    assertThat(machines.payload(machine)).isEqualTo(body);
    assertThat(machines.messages(machine)).singleElement().asString().contains("process-callback");
  }

  @Test
  void the_logs_of_the_ramdisk_are_kept_apart_from_its_data() {
    var machine = machines.waiting();
    var body = body(machine.mac(), null);
    var withLogs = body.substring(0, body.lastIndexOf('}')) + ",\"logs\":\"H4sIAAA=\"}";
    post(null, withLogs).statusCode(202);
    assertThat(machines.payload(machine)).isEqualTo(body);
    assertThat(machines.logs(machine)).hasValue(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});
  }

  @Test
  void the_same_data_again_are_not_found_and_change_nothing() {
    var machine = machines.waiting();
    post(null, body(machine.mac(), null)).statusCode(202);
    post(null, body(machine.mac(), null))
        .statusCode(404)
        .body("error_message", containsString(NOT_FOUND));
    assertThat(machines.messages(machine)).hasSize(1);
  }

  @ParameterizedTest(name = "version {0}, query {1}: {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "-,     -,         202",
        "1.1,   -,         202",
        "1.2,   -,         404",
        "1.83,  -,         404",
        "1.84,  -,         202",
        "1.115, -,         202",
        "latest,-,         202",
        "1.1,   node_uuid, 202",
        "1.84,  node_uuid, 202",
        "1.84,  other,     400",
      })
  void the_version_decides_whether_it_is_there(
      @Nullable String version, @Nullable String query, int status) {
    var machine = machines.waiting();
    var path = query == null ? PATH : PATH + "?" + query + "=" + machine.node();
    post(path, version, body(machine.mac(), null)).statusCode(status);
  }

  @Test
  void the_documented_form_answers_as_a_look_up_with_the_token() {
    var machine = machines.waiting();
    post("1.84", body(machine.mac(), null))
        .statusCode(202)
        .body("node.uuid", equalTo(machine.node().toString()))
        .body("config.heartbeat_timeout", equalTo(300))
        .body("config.agent_token", hasLength(43));
  }

  @Test
  void a_machine_is_found_by_the_address_of_its_bmc_alone() {
    var machine = machines.waiting("2001:db8::" + machines.number());
    var address = "2001:0DB8:0:0::" + machine.bmc().substring("2001:db8::".length());
    post(null, body("02:00:00:00:ff:fe", address))
        .statusCode(202)
        .body("uuid", equalTo(machine.node().toString()));
    post(null, body("02:00:00:00:ff:fe", address)).statusCode(404);
  }

  @Test
  void an_unknown_machine_is_not_found() {
    post(null, body("02:00:00:00:ff:fd", "192.0.2.250")).statusCode(404);
    post(PATH + "?node_uuid=" + NodeId.random(), "1.84", body("02:00:00:00:ff:fd", null))
        .statusCode(404)
        .body("error_message", containsString(NOT_FOUND));
  }

  @Test
  void a_node_that_a_conductor_works_on_is_409_and_nothing_changes() {
    var machine = machines.waiting();
    machines.lease(machine);
    post(null, body(machine.mac(), null))
        .statusCode(409)
        .body("error_message", containsString("is locked by host c1"));
    assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECT_WAIT);
    assertThat(machines.stage(machine)).isEqualTo(Stage.WAITING);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "01-1u-2nic-lldp,                 404",
    "05-vm-minimal,                   404",
    "07-old-ramdisk,                  404",
    "h1-error-field,                  404",
    "h2-missing-inventory,            400",
    "h3-wrong-types,                  404",
    "h4-no-interfaces,                400",
    "h5-only-unusable-interfaces,     404",
    "h6-hostile-lldp,                 404",
    "h7-no-architecture,              404",
    "h8-null-mac,                     400",
    "h10-bootif-without-type-prefix,  404",
  })
  void samples_of_unknown_machines_are_answered_as_the_reference_does(String sample, int status)
      throws IOException {
    try (var in = getClass().getResourceAsStream("/samples/" + sample + ".json")) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      post(null, text).statusCode(status);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "no MAC is one      |{\"inventory\":{\"interfaces\":[{\"mac_address\":\"junk\"}]}}",
        "placeholder BMC    |{\"inventory\":{\"interfaces\":[{\"mac_address\":\"\"}],\"bmc_address\":\"0.0.0.0\",\"bmc_v6address\":\"::/0\"}}",
        "BMC is a number    |{\"inventory\":{\"interfaces\":[{\"mac_address\":\"52:54:00:00:00:01\"}],\"bmc_address\":1}}",
        "interface is text  |{\"inventory\":{\"interfaces\":[\"x\"]}}",
        "interfaces is text |{\"inventory\":{\"interfaces\":\"x\"}}",
        "inventory is null  |{\"inventory\":null,\"error\":\"no collectors\\n\"}",
        "array              |[]",
        "null               |null",
        "not JSON           |hello",
      })
  void a_body_without_the_minimal_shape_is_400(String what, String body) {
    post(null, body).statusCode(400);
  }

  @Test
  void more_than_a_thousand_interfaces_are_refused() {
    var machine = machines.waiting();
    post(null, manyInterfaces(machine.mac(), 1001))
        .statusCode(400)
        .body("error_message", containsString("1001 elements, at most 1000 are allowed"));
    assertThat(machines.stage(machine)).isEqualTo(Stage.WAITING);
    post(null, manyInterfaces(machine.mac(), 1000)).statusCode(202);
  }

  @Test
  void refusals_are_short_warnings() {
    try (var log = CapturedLog.ofAll()) {
      post(null, manyInterfaces("02:00:00:00:ff:fc", 1000)).statusCode(404);
      var lines = log.lines().stream().filter(line -> line.contains("is refused")).toList();
      assertThat(lines)
          .hasSize(1)
          .allSatisfy(line -> assertThat(line).hasSizeLessThan(500).contains("and 992 more"));
      assertThat(log.errors()).isEmpty();
    }
  }

  private static String manyInterfaces(String mac, int count) {
    var others =
        IntStream.range(1, count)
            .mapToObj(
                i -> "{\"mac_address\":\"02:01:00:00:%02x:%02x\"}".formatted(i / 256, i % 256))
            .collect(Collectors.joining(","));
    return "{\"inventory\":{\"interfaces\":[{\"mac_address\":\"%s\"},%s]}}".formatted(mac, others);
  }

  private static ValidatableResponse post(@Nullable String version, String body) {
    return post(PATH, version, body);
  }

  private static ValidatableResponse post(String path, @Nullable String version, String body) {
    var request =
        given().contentType("application/json").body(body.getBytes(StandardCharsets.UTF_8));
    if (version != null) {
      request.header("X-OpenStack-Ironic-API-Version", version);
    }
    return request.post(path).then();
  }

  private static String body(String mac, @Nullable String bmc) {
    return """
        {"inventory": {"interfaces": [{"name": "eth0", "mac_address": "%s"}],
         "bmc_address": "", "bmc_v6address": %s}, "error": null, "x": 1.50}"""
        .formatted(
            mac.toUpperCase(java.util.Locale.ROOT), bmc == null ? "null" : "\"" + bmc + "\"");
  }
}

package dev.assay.api.doctor;

import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.DeadLetterRows;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.PxeFilterRows;
import dev.assay.api.testing.ScriptedConductor;
import dev.assay.api.testing.Site;
import dev.assay.doctor.Finding;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks before an inspection, docs/spec/api.md 9.10. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DoctorTest {
  private static final String REDFISH =
      "{\"driver\":\"redfish\",\"boot_interface\":\"ipxe\",\"driver_info\":{%s}}";

  @Inject Site site;
  @Inject ScriptedConductor conductor;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from node");
    conductor.answers(
        new ConductorReply.Examined(List.of(Finding.ok("bmc", "It answers.")), List.of()));
  }

  @AfterEach
  void leave() {
    conductor.leave();
    site.run("delete from pxe_filter");
    site.run("delete from dead_letter");
  }

  @Test
  void a_node_that_can_be_inspected_is_a_go() {
    var node = redfish("10.9.0.1");
    site.move(node, "manageable");

    var report = examine(node);

    assertThat(report.path("go").asBoolean()).isTrue();
    assertThat(report.path("node").asText()).isEqualTo(node);
    assertThat(checks(report))
        .containsExactly(
            "conductor ok",
            "state ok",
            "settings ok",
            "duplicate-bmc ok",
            "callback skipped",
            "pxe-filter warning",
            "bmc ok",
            "duplicate-mac ok");
    assertThat(conductor.heard())
        .extracting(ScriptedConductor.Heard::request)
        .containsExactly(new ConductorRequest.ExamineBmc(NodeId.of(node)));
  }

  @ParameterizedTest
  @CsvSource({
    "enroll,         warning, manage",
    "manageable,     ok,      ",
    "inspect failed, ok,      ",
    "available,      failed,  manage",
    "inspect wait,   failed,  manage",
  })
  void the_state_says_whether_the_node_can_be_inspected(String state, String result, String fix) {
    var node = redfish("10.9.0.2");
    site.move(node, state);

    var check = check(examine(node), "state");

    assertThat(check.path("result").asText()).isEqualTo(result);
    if (fix != null) {
      assertThat(check.path("fix").asText()).contains("openstack baremetal node " + fix);
    }
  }

  @Test
  void a_state_without_inspection_is_told_also_in_maintenance() {
    var node = redfish("10.9.0.9");
    site.move(node, "available");
    site.set(node, "maintenance", true);

    var check = check(examine(node), "state");

    assertThat(check.path("result").asText()).isEqualTo("failed");
    assertThat(check.path("detail").asText()).contains("available cannot be inspected");
  }

  @Test
  void maintenance_is_told() {
    var node = redfish("10.9.0.3");
    site.move(node, "manageable");
    site.set(node, "maintenance", true);

    var check = check(examine(node), "state");

    assertThat(check.path("result").asText()).isEqualTo("warning");
    assertThat(check.path("fix").asText()).contains("maintenance unset");
  }

  @Test
  void a_node_without_conductor_is_not_asked_about() {
    var node = redfish("10.9.0.4");
    site.set(node, "conductor_group", "nobody");

    var report = examine(node);

    assertThat(checks(report)).contains("conductor failed", "bmc skipped");
    assertThat(conductor.heard()).isEmpty();
  }

  @Test
  void missing_driver_info_is_named_once_and_the_bmc_is_not_asked() {
    var node = site.node(REDFISH.formatted(""));

    var report = examine(node);

    assertThat(checks(report)).contains("settings failed", "bmc skipped");
    assertThat(check(report, "settings").path("detail").asText()).contains("redfish_address");
    assertThat(checks(report)).filteredOn(it -> it.startsWith("settings")).hasSize(1);
    assertThat(conductor.heard()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "https://10.9.1.1,      10.9.1.1,       true",
    "HTTPS://Bmc.Example/,  bmc.example,    true",
    "https://10.9.1.1:443/redfish/v1, 10.9.1.1, true",
    "https://10.9.1.1:8443, 10.9.1.1,       false",
    "10.9.1.1,              10.9.1.2,       false",
  })
  void a_machine_that_is_enrolled_twice_is_found(String one, String other, boolean same) {
    var first = redfish(one);
    var second = redfish(other);

    assertThat(check(examine(first), "duplicate-bmc").path("result").asText())
        .isEqualTo(same ? "failed" : "ok");
    var service = ok(site.api().get("/v1/doctor"), 200);
    var check = check(service, "duplicate-bmc");
    assertThat(check.path("result").asText()).isEqualTo(same ? "failed" : "ok");
    assertThat(check.path("detail").asText().contains(second)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, ok", "1, 1, failed", "1, , failed"})
  void systems_of_one_bmc_are_different_machines(String one, String other, String result) {
    var first = system(one);
    system(other);

    assertThat(check(examine(first), "duplicate-bmc").path("result").asText()).isEqualTo(result);
  }

  @Test
  void a_network_card_that_is_a_port_of_another_node_is_found() {
    var node = redfish("10.9.0.5");
    var mac = Site.mac();
    site.port(site.node(), mac);
    conductor.answers(
        new ConductorReply.Examined(List.of(Finding.ok("bmc", "It answers.")), List.of(mac)));

    var check = check(examine(node), "duplicate-mac");

    assertThat(check.path("result").asText()).isEqualTo("failed");
    assertThat(check.path("detail").asText()).contains(mac);
  }

  @Test
  void a_bmc_or_conductor_that_does_not_answer_is_a_finding_and_no_error() {
    var node = redfish("10.9.0.6");
    conductor.answers(new ConductorReply.Refused(ErrorCode.UNAVAILABLE, "Too late."));

    var report = examine(node);

    assertThat(report.path("go").asBoolean()).isFalse();
    assertThat(check(report, "bmc").path("detail").asText()).isEqualTo("Too late.");
  }

  @Test
  void the_service_tells_of_conductors_and_of_nodes_without_one() {
    var node = redfish("10.9.0.7");
    site.set(node, "conductor_group", "nobody");

    var report = ok(site.api().get("/v1/doctor"), 200);

    assertThat(report.path("go").asBoolean()).isFalse();
    assertThat(checks(report))
        .containsExactly(
            "conductor ok",
            "conductor failed",
            "callback skipped",
            "pxe-filter warning",
            "duplicate-bmc ok",
            "dead-letters ok");
    assertThat(report.at("/checks/1/detail").asText()).contains("nobody").contains("Nodes: 1.");
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
    "active, standby, ok",
    "active, , ok",
    "standby, closed, failed",
    "closed, , failed",
    "noop, , warning",
  })
  void the_filters_of_a_network_are_named_with_their_states(
      String one, @Nullable String other, String result) {
    filter("f1", "default", one);
    if (other != null) {
      filter("f2", "default", other);
    }

    var check = check(ok(site.api().get("/v1/doctor"), 200), "pxe-filter");

    assertThat(check.path("result").asText()).isEqualTo(result);
    assertThat(check.path("detail").asText())
        .contains(
            one.equals("noop") ? "No PXE filter is running." : "f1 of network default is " + one);
  }

  @Test
  void a_network_without_an_active_filter_is_a_warning_when_another_has_one() {
    filter("f1", "east", "active");
    filter("f2", "west", "closed");

    var check = check(ok(site.api().get("/v1/doctor"), 200), "pxe-filter");

    assertThat(check.path("result").asText()).isEqualTo("warning");
    assertThat(check.path("detail").asText())
        .isEqualTo(
            "On some networks no machine can boot. f1 of network east is active; f2 of network"
                + " west is closed (The database is away).");
  }

  @Test
  void filters_of_different_conductor_groups_do_not_stand_in_for_each_other() {
    filter("f1", "default", "active");
    filter("f2", "default", "closed");
    group("f2", "hall");
    assertThat(check(ok(site.api().get("/v1/doctor"), 200), "pxe-filter").path("result").asText())
        .as("one without a group serves all of them")
        .isEqualTo("ok");
    group("f1", "cellar");

    var check = check(ok(site.api().get("/v1/doctor"), 200), "pxe-filter");

    assertThat(check.path("result").asText()).isEqualTo("warning");
    assertThat(check.path("detail").asText())
        .contains("f2 of network default, conductor group hall is closed");
  }

  private void group(String filter, String group) {
    site.run(
        "update pxe_filter set report = jsonb_set(report, '{policy,conductorGroup}', cast(?1 as jsonb))"
            + " where hostname = ?2",
        "\"" + group + "\"",
        filter);
  }

  @Test
  void a_node_without_ports_is_a_warning_when_the_filter_lets_only_known_machines_boot() {
    filter("f1", "default", "active");
    var node = redfish("10.9.0.9");
    site.move(node, "manageable");
    assertThat(checks(examine(node))).contains("pxe-filter ok", "pxe-filter warning");

    site.run(
        "update pxe_filter set report = jsonb_set(report, '{policy,unknownHosts}',"
            + " '\"PORTLESS\"')");
    assertThat(checks(examine(node)))
        .contains("pxe-filter ok")
        .doesNotContain("pxe-filter warning");
  }

  @Test
  void dead_letters_are_a_warning() {
    DeadLetterRows.write(site, "not json");

    var report = ok(site.api().get("/v1/doctor"), 200);

    assertThat(check(report, "dead-letters").path("result").asText()).isEqualTo("warning");
    assertThat(check(report, "dead-letters").path("detail").asText()).endsWith("carried out: 1.");
    assertThat(check(report, "dead-letters").path("fix").asText()).contains("GET /v1/dead_letters");
  }

  private void filter(String name, String network, String state) {
    PxeFilterRows.write(site, name, network, state);
  }

  private String redfish(String address) {
    return site.node(REDFISH.formatted("\"redfish_address\":\"%s\"".formatted(address)));
  }

  private String system(String id) {
    return site.node(
        REDFISH.formatted(
            id == null
                ? "\"redfish_address\":\"10.9.2.1\""
                : "\"redfish_address\":\"10.9.2.1\",\"redfish_system_id\":\"%s\"".formatted(id)));
  }

  private JsonNode examine(String node) {
    return ok(site.at(1).get("/v1/nodes/{node}/doctor", node), 200);
  }

  private static List<String> checks(JsonNode report) {
    return StreamSupport.stream(report.path("checks").spliterator(), false)
        .map(it -> it.path("check").asText() + " " + it.path("result").asText())
        .toList();
  }

  private static JsonNode check(JsonNode report, String name) {
    return StreamSupport.stream(report.path("checks").spliterator(), false)
        .filter(it -> it.path("check").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}

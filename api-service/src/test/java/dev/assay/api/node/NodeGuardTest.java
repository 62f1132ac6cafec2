package dev.assay.api.node;

import static dev.assay.api.testing.Answers.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which changes and deletions each state of a node allows: api.md 9.7, 9.8, 10.3 and 10.5. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeGuardTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @ParameterizedTest
  @EnumSource(ProvisionState.class)
  void with_a_target_only_the_states_at_rest_are_open(ProvisionState state) {
    var atRest =
        List.of(
            "deploy failed",
            "inspect failed",
            "inspect wait",
            "clean failed",
            "error",
            "verifying",
            "adopt failed",
            "rescue failed",
            "unrescue failed",
            "service failed",
            "service hold",
            "service wait",
            "servicing");
    var node = site.nodeIn(state.wire());
    site.set(node, "target_provision_state", "manageable");

    assertThat(patch(node, "/extra/a", "1").statusCode())
        .isEqualTo(atRest.contains(state.wire()) ? 200 : 409);
  }

  @Test
  void inspecting_is_closed_from_1_39_on() {
    var node = site.nodeIn("inspecting");
    var body = "[{\"op\":\"add\",\"path\":\"/extra/a\",\"value\":1}]";

    assertThat(fault(site.at(39).body(body).patch("/v1/nodes/" + node), 409))
        .isEqualTo(
            "Cannot update node \"%s\" while it is in state \"inspecting\".".formatted(node));
    assertThat(site.at(38).body(body).patch("/v1/nodes/" + node).statusCode()).isEqualTo(200);
  }

  @Test
  void a_locked_node_is_409_but_a_wrong_patch_400() {
    var node = site.node();
    site.lease(node, "c9");

    assertThat(fault(patch(node, "/extra/a", "1"), 409)).contains("locked by host c9");
    assertThat(patch(node, "/maintenance", "7").statusCode()).isEqualTo(400);
    fault(site.api().put("/v1/nodes/" + node + "/maintenance"), 409);
    fault(site.api().delete("/v1/nodes/" + node), 409);
  }

  @Test
  void retired_is_not_set_in_available_nor_protected_here() {
    var node = site.nodeIn("available");

    fault(patch(node, "/retired", "true"), 409);
    fault(patch(node, "/protected", "true"), 409);
  }

  @ParameterizedTest
  @EnumSource(ProvisionState.class)
  void a_node_is_deleted_only_in_some_states_or_in_maintenance(ProvisionState state) {
    var node = site.nodeIn(state.wire());
    var allowed = List.of("enroll", "manageable", "adopt failed", "available");

    if (!allowed.contains(state.wire())) {
      assertThat(fault(site.api().delete("/v1/nodes/" + node), 409))
          .contains("\"enroll, manageable, available, adopt failed\"")
          .contains(state.wire());
      site.set(node, "maintenance", true);
    }
    var answer = site.api().delete("/v1/nodes/" + node);
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.header("Content-Type")).isNull();
    assertThat(site.api().get("/v1/nodes/" + node).statusCode()).isEqualTo(404);
  }

  @Test
  void deleting_takes_ports_history_and_inventory_along_and_denies_booting() {
    var node = site.nodeIn("manageable");
    var mac = Site.mac();
    var port = site.port(node, mac);

    assertThat(site.api().delete("/v1/nodes/" + node + "?a=b").statusCode()).isEqualTo(400);
    assertThat(site.api().delete("/v1/nodes/" + node).statusCode()).isEqualTo(204);

    assertThat(site.api().get("/v1/ports/" + port).statusCode()).isEqualTo(404);
    assertThat(site.outbox(mac))
        .as("when the port was made, and now")
        .hasSize(2)
        .allSatisfy(message -> assertThat(message).asString().contains("\"deny\""));
  }

  @Test
  void a_protected_node_is_403_and_one_with_an_instance_409() {
    var node = site.node();
    site.set(node, "protected", true);
    assertThat(site.api().delete("/v1/nodes/" + node).statusCode()).isEqualTo(403);
    site.set(node, "protected", false);
    site.set(node, "instance_uuid", UUID.randomUUID());
    assertThat(fault(site.api().delete("/v1/nodes/" + node), 409)).contains("instance");
  }

  @Test
  void maintenance_is_entered_and_left() {
    var node = site.node();
    var path = "/v1/nodes/" + node + "/maintenance";

    assertThat(site.api().put(path).statusCode()).isEqualTo(202);
    assertThat(site.api().body("{\"reason\":null}").put(path).statusCode()).isEqualTo(202);
    assertThat(site.api().body("{\"reason\":7}").put(path).statusCode()).isEqualTo(400);
    assertThat(site.api().body("{\"more\":7}").put(path).statusCode()).isEqualTo(400);
    assertThat(site.api().delete(path).statusCode()).isEqualTo(202);
    site.set(node, "conductor_group", "nowhere");
    assertThat(site.api().put(path).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "power on,power on",
    "power off,power off",
    "rebooting,power on",
    "soft power off,power off",
    "soft rebooting,power on"
  })
  void power_is_ordered(String target, String shown) {
    var node = site.node();

    var answer = power(node, 115, "{\"target\":\"%s\",\"timeout\":5}".formatted(target));

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(202);
    assertThat(answer.header("Location")).endsWith(node + "/states");
    var states = site.api().get("/v1/nodes/" + node + "/states");
    assertThat(states.jsonPath().getString("target_power_state")).isEqualTo(shown);
    assertThat(site.outbox(node)).singleElement().asString().contains("change-power", ":5");
  }

  @ParameterizedTest(name = "{0} at 1.{1} is {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"target\":\"soft power off\"}|26|406",
        "{\"target\":\"power on\",\"timeout\":5}|26|406",
        "{\"target\":\"power on\",\"timeout\":0}|115|400",
        "{\"target\":\"power on\",\"timeout\":1501}|115|400",
        "{\"target\":\"power on\",\"timeout\":2147483647}|115|400",
        "{\"target\":\"power on\",\"timeout\":\"5\"}|115|400",
        "{\"target\":\"power on\",\"timeout\":1e99}|115|400",
        "{\"target\":\"error\"}|115|400",
        "{\"target\":\"explode\"}|115|400",
        "{\"target\":\"power on\",\"more\":1}|115|400",
        "{}|115|400"
      })
  void power_is_refused(String body, int version, int status) {
    var node = site.node();

    assertThat(power(node, version, body).statusCode()).isEqualTo(status);
    assertThat(site.outbox(node)).isEmpty();
  }

  @Test
  void a_power_timeout_beyond_what_is_allowed_is_refused_with_what_is() {
    assertThat(fault(power(site.node(), 115, "{\"target\":\"power on\",\"timeout\":1501}"), 400))
        .contains("a number of seconds from 1 to 1500");
  }

  @Test
  void power_is_refused_while_it_does_not_fit() {
    var on = "{\"target\":\"power on\"}";
    var node = site.nodeIn("cleaning");
    assertThat(power(node, 115, on).statusCode()).isEqualTo(400);
    var kept = site.node("{\"driver\":\"fake-hardware\",\"disable_power_off\":true}");
    assertThat(power(kept, 115, "{\"target\":\"power off\"}").statusCode()).isEqualTo(409);
    assertThat(power(kept, 115, on).statusCode()).isEqualTo(202);
    var manual = site.node("{\"driver\":\"manual-management\"}");
    assertThat(fault(power(manual, 115, on), 400)).contains("by hand");
    var recorded = site.node("{\"driver\":\"manual-management\",\"power_interface\":\"fake\"}");
    assertThat(power(recorded, 115, on).statusCode()).isEqualTo(202);
    var incomplete = site.node("{\"driver\":\"redfish\"}");
    assertThat(fault(power(incomplete, 115, on), 400)).contains("redfish_address");
    var locked = site.node();
    site.lease(locked, "c9");
    assertThat(power(locked, 115, on).statusCode()).isEqualTo(409);
  }

  private Response power(String node, int version, String body) {
    return site.at(version).body(body).put("/v1/nodes/" + node + "/states/power");
  }

  private Response patch(String node, String path, String value) {
    return site.api()
        .body("[{\"op\":\"add\",\"path\":\"%s\",\"value\":%s}]".formatted(path, value))
        .patch("/v1/nodes/" + node);
  }
}

package dev.assay.api.port;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests of api.md 11; for its field table see PortFieldsTest. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortsTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void a_port_is_made_while_the_node_is_locked_and_in_any_state() {
    var node = site.nodeIn("inspecting");
    site.lease(node, "c9");

    var answer = site.api().body(body(node, "52-54-00-AA-BB-CC", "")).post("/v1/ports");

    var port = ok(answer, 201);
    assertThat(port.path("address").asText()).isEqualTo("52:54:00:aa:bb:cc");
    assertThat(port.path("node_uuid").asText()).isEqualTo(node);
    assertThat(port.path("pxe_enabled").asBoolean()).isTrue();
    assertThat(port.has("node_ident")).isFalse();
    assertThat(answer.header("Location")).endsWith("/v1/ports/" + port.path("uuid").asText());
    assertThat(fault(site.api().body(body(node, "52:54:00:aa:bb:cc", "")).post("/v1/ports"), 409))
        .isEqualTo("A port with MAC address 52:54:00:aa:bb:cc already exists.");
  }

  @Test
  void the_node_may_be_given_by_name_but_only_once() {
    var name = "n-" + UUID.randomUUID();
    var node = site.node("{\"driver\":\"redfish\",\"name\":\"%s\"}".formatted(name));
    var byName = "{\"node_ident\":\"%s\",\"address\":\"%s\"}".formatted(name, Site.mac());

    assertThat(ok(site.api().body(byName).post("/v1/ports"), 201).path("node_uuid").asText())
        .isEqualTo(node);
    fault(
        site.api()
            .body(body(node, Site.mac(), ",\"node_ident\":\"%s\"".formatted(name)))
            .post("/v1/ports"),
        400);
    assertThat(
            fault(
                site.api()
                    .body(body(UUID.randomUUID().toString(), Site.mac(), ""))
                    .post("/v1/ports"),
                400))
        .contains("could not be found");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"\"unknown\":1", "\"is_smartnic\":true", "\"name\":\"states\""})
  void what_is_no_port_is_400(String member) {
    fault(site.api().body(body(site.node(), Site.mac(), "," + member)).post("/v1/ports"), 400);
  }

  @Test
  void a_port_of_a_locked_node_stays_as_it_is() {
    var node = site.node();
    var port = site.port(node);
    site.lease(node, "c9");

    fault(patch(port, "/extra/a", "1"), 409);
    fault(site.api().delete("/v1/ports/" + port), 409);
  }

  @Test
  void address_and_node_are_mandatory_and_stay_while_a_vif_is_attached() {
    var node = site.node();
    var port = site.port(node);

    fault(
        site.api().body("[{\"op\":\"remove\",\"path\":\"/address\"}]").patch("/v1/ports/" + port),
        400);
    fault(
        site.api().body("[{\"op\":\"remove\",\"path\":\"/node_uuid\"}]").patch("/v1/ports/" + port),
        400);
    ok(patch(port, "/node_uuid", "\"" + site.node() + "\""), 200);
    ok(patch(port, "/extra/vif_port_id", "\"v\""), 200);
    fault(patch(port, "/address", "\"" + Site.mac() + "\""), 409);
    fault(patch(port, "/node_uuid", "\"" + node + "\""), 409);
    fault(site.api().delete("/v1/ports/" + port), 409);
  }

  @Test
  void pxe_filters_are_told_of_a_new_a_moved_and_a_deleted_port() {
    var mac = Site.mac();
    var port = site.port(site.node(), mac);
    assertThat(site.outbox(mac)).singleElement().asString().contains("\"deny\"");
    var other = Site.mac();
    ok(patch(port, "/address", "\"" + other + "\""), 200);
    assertThat(site.outbox(mac)).as("the old address").hasSize(2);
    assertThat(site.outbox(other)).as("the new one").hasSize(1);
    ok(patch(port, "/node_uuid", "\"" + site.node() + "\""), 200);
    assertThat(site.outbox(other)).hasSize(2);
    ok(patch(port, "/description", "\"d\""), 200);
    assertThat(site.outbox(other)).as("nothing that concerns filters").hasSize(2);

    var answer = site.api().delete("/v1/ports/" + port);

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(site.outbox(other)).hasSize(3);
    assertThat(site.api().delete("/v1/ports/" + port).statusCode()).isEqualTo(404);
  }

  @Test
  void ports_are_found_by_name_from_1_88_on() {
    var port = site.port(site.node());
    var name = "p-" + UUID.randomUUID();
    ok(patch(port, "/name", "\"" + name + "\""), 200);

    assertThat(ok(site.api().get("/v1/ports/" + name), 200).path("uuid").asText()).isEqualTo(port);
    assertThat(site.at(87).get("/v1/ports/" + name).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "node,1",
    "node_uuid,1",
    "address,1",
    "shard,82",
    "conductor_groups,99",
    "description_contains,97"
  })
  void a_filter_finds_what_it_names(String filter, int since) {
    var unique = UUID.randomUUID().toString();
    var node =
        site.node(
            "{\"driver\":\"fake-hardware\",\"shard\":\"%s\",\"conductor_group\":\"other\"}"
                .formatted(unique));
    var mac = Site.mac();
    var port = site.port(node, mac);
    ok(patch(port, "/description", "\"" + unique + "\""), 200);
    site.port(site.node());
    var value =
        switch (filter) {
          case "node", "node_uuid" -> node;
          case "address" -> mac.replace(':', '-');
          case "conductor_groups" -> "none,OTHER";
          default -> unique;
        };
    var path = "/v1/ports?sort_dir=desc&limit=1&%s=%s".formatted(filter, value);

    assertThat(ok(site.api().get(path), 200).path("ports").path(0).path("uuid").asText())
        .isEqualTo(port);
    if (since > 1) {
      assertThat(site.at(since - 1).get(path).statusCode()).isEqualTo(406);
    }
  }

  @Test
  void metal3_asks_for_an_unknown_address_and_gets_an_empty_list() {
    var answer = site.api().get("/v1/ports?fields=node_uuid,uuid,address&address=" + Site.mac());

    assertThat(ok(answer, 200).toString()).isEqualTo("{\"ports\":[]}");
  }

  @Test
  void filters_exclude_each_other_and_unknown_nodes_are_404() {
    var node = site.node();

    assertThat(fault(site.api().get("/v1/ports?shard=a&node=" + node), 403))
        .isEqualTo("Operation not permitted.");
    fault(site.api().get("/v1/ports?node=" + UUID.randomUUID()), 404);
    assertThat(site.at(4).get("/v1/ports?node=name").statusCode()).isEqualTo(406);
    fault(site.api().get("/v1/ports?address=x"), 400);
    fault(site.api().get("/v1/ports?sort_key=extra"), 400);
  }

  @Test
  void a_node_that_is_named_twice_has_to_be_one() {
    var node = site.node();
    var other = site.node();
    var port = site.port(node);
    site.port(other);
    var twice = "/v1/ports?node=%s&node_uuid=%s";

    assertThat(ok(site.api().get(twice.formatted(node, node)), 200).findValuesAsText("uuid"))
        .containsExactly(port);
    assertThat(ok(site.api().get(twice.formatted(node, other)), 200).path("ports")).isEmpty();
  }

  @Test
  void the_ports_of_a_node_come_in_pages() {
    var node = site.node();
    var first = site.port(node);
    var second = site.port(node);

    var page = ok(site.api().get("/v1/nodes/" + node + "/ports?limit=1"), 200);
    assertThat(page.path("ports").path(0).path("uuid").asText()).isEqualTo(first);
    assertThat(page.path("next").asText()).contains("/v1/nodes/" + node + "/ports?");
    var next = ok(site.api().get("/v1/nodes/" + node + "/ports/detail?marker=" + first), 200);
    assertThat(next.path("ports").size()).isEqualTo(1);
    assertThat(next.path("ports").path(0).path("uuid").asText()).isEqualTo(second);
    assertThat(next.path("ports").path(0).path("node_uuid").asText()).isEqualTo(node);
    fault(site.api().get("/v1/nodes/" + UUID.randomUUID() + "/ports"), 404);
  }

  @Test
  void a_switch_id_is_normalised() {
    var port = site.port(site.node());

    var patched =
        ok(
            patch(
                port,
                "/local_link_connection",
                "{\"switch_id\":\"0A-1B-2C-3D-4E-5F\",\"port_id\":\"Eth1\"}"),
            200);

    assertThat(patched.path("local_link_connection").path("switch_id").asText())
        .isEqualTo("0a:1b:2c:3d:4e:5f");
  }

  private Response patch(String port, String path, String value) {
    return site.api()
        .body("[{\"op\":\"add\",\"path\":\"%s\",\"value\":%s}]".formatted(path, value))
        .patch("/v1/ports/" + port);
  }

  private static String body(String node, String address, String more) {
    return "{\"node_uuid\":\"%s\",\"address\":\"%s\"%s}".formatted(node, address, more);
  }
}

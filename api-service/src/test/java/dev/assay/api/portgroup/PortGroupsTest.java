package dev.assay.api.portgroup;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
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

/** The requests of api.md 12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortGroupsTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @ParameterizedTest(name = "{0} {1} since 1.{2}")
  @CsvSource({
    "GET,/v1/portgroups,23",
    "GET,/v1/portgroups/detail,23",
    "POST,/v1/portgroups,23",
    "GET,/v1/portgroups/%1$s,23",
    "PATCH,/v1/portgroups/%1$s,23",
    "DELETE,/v1/portgroups/%1$s,23",
    "GET,/v1/portgroups/%1$s/ports,24",
    "GET,/v1/portgroups/%1$s/ports/detail,24",
    "GET,/v1/nodes/%2$s/portgroups,24",
    "GET,/v1/nodes/%2$s/portgroups/detail,24"
  })
  void a_call_older_than_its_version_is_404(String method, String path, int since) {
    var node = site.node();
    var target = path.formatted(site.portGroup(node), node);
    var body = method.equals("PATCH") ? "[]" : "{\"node_uuid\":\"%s\"}".formatted(node);

    assertThat(site.at(since - 1).body(body).request(method, target).statusCode()).isEqualTo(404);
    assertThat(site.at(since).body(body).request(method, target).statusCode()).isBetween(200, 204);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "PUT,/v1/portgroups",
    "DELETE,/v1/portgroups",
    "POST,/v1/portgroups/%1$s",
    "POST,/v1/portgroups/%1$s/ports",
    "POST,/v1/nodes/%2$s/portgroups"
  })
  void any_other_method_is_405(String method, String path) {
    var node = site.node();
    var target = path.formatted(site.portGroup(node), node);

    assertThat(site.api().body("{}").request(method, target).statusCode()).isEqualTo(405);
  }

  @Test
  void links_lead_to_port_groups() {
    var node = site.node();
    var group = site.portGroup(node);

    assertThat(ok(site.at(22).get("/v1"), 200).has("portgroups")).isFalse();
    assertThat(ok(site.at(23).get("/v1"), 200).path("portgroups").path(0).path("href").asText())
        .endsWith("/v1/portgroups/");
    assertThat(
            ok(site.api().get("/v1/nodes/" + node), 200)
                .path("portgroups")
                .path(0)
                .path("href")
                .asText())
        .endsWith("/v1/nodes/" + node + "/portgroups");
    var shown = ok(site.api().get("/v1/portgroups/" + group), 200);
    assertThat(shown.path("links").path(1).path("href").asText())
        .endsWith("/portgroups/" + group)
        .doesNotContain("/v1/");
    assertThat(shown.path("ports").path(0).path("href").asText())
        .endsWith("/v1/portgroups/" + group + "/ports");
  }

  @Test
  void a_port_group_is_made_while_the_node_is_locked_and_in_any_state() {
    var node = site.nodeIn("inspecting");
    site.lease(node, "c9");
    var mac = Site.mac();
    var name = "g-" + UUID.randomUUID();

    var answer =
        create(node, "\"address\":\"%s\",\"name\":\"%s\"".formatted(mac.replace(':', '-'), name));

    var group = ok(answer, 201);
    assertThat(answer.header("Location")).endsWith("/v1/portgroups/" + group.path("uuid").asText());
    assertThat(group.path("address").asText()).isEqualTo(mac);
    assertThat(group.path("node_uuid").asText()).isEqualTo(node);
    assertThat(group.path("updated_at").isNull()).isTrue();
    assertThat(ok(site.api().get("/v1/portgroups/" + name), 200)).isEqualTo(group);
  }

  @ParameterizedTest(name = "a second {0}")
  @CsvSource({
    "uuid,UUID,cccccccc-0000-4000-8000-000000000023",
    "name,name,the-one",
    "address,MAC address,52:54:00:99:00:23"
  })
  void what_must_be_unique_is_409_when_taken(String field, String shown, String value) {
    var node = site.node();
    var member = "\"%s\":\"%s\"".formatted(field, value);
    var sentence = "A portgroup with %s %s already exists.".formatted(shown, value);
    var first = ok(create(node, member), 201).path("uuid").asText();

    assertThat(fault(create(site.node(), member), 409)).isEqualTo(sentence);
    if (!field.equals("uuid")) {
      var other = site.portGroup(node);
      assertThat(fault(patch(other, "/" + field, "\"" + value + "\""), 409)).isEqualTo(sentence);
    }
    assertThat(site.api().delete("/v1/portgroups/" + first).statusCode()).isEqualTo(204);
  }

  @Test
  void a_patch_changes_only_what_it_names() {
    var group = site.portGroup(site.node());
    var before = ok(site.api().get("/v1/portgroups/" + group), 200);

    var after = ok(patch(group, "/properties/miimon", "\"100\""), 200);

    assertThat(after.path("properties").toString()).isEqualTo("{\"miimon\":\"100\"}");
    assertThat(after.path("updated_at").isTextual()).isTrue();
    for (var same : List.of("uuid", "name", "mode", "extra", "created_at", "node_uuid")) {
      assertThat(after.path(same)).isEqualTo(before.path(same));
    }
    fault(
        site.api()
            .body("[{\"op\":\"remove\",\"path\":\"/extra/none\"}]")
            .patch("/v1/portgroups/" + group),
        400);
    assertThat(ok(site.api().body("[]").patch("/v1/portgroups/" + group), 200)).isEqualTo(after);
  }

  @ParameterizedTest
  @EnumSource(ProvisionState.class)
  void it_changes_in_any_state_but_inspecting_and_moves_only_in_some(ProvisionState state) {
    var node = site.node();
    var group = site.portGroup(node);
    var target = "\"" + site.node() + "\"";
    site.move(node, state.wire());
    var closed = state == ProvisionState.INSPECTING;
    var movable = List.of("enroll", "inspect wait", "manageable").contains(state.wire());

    assertThat(patch(group, "/extra/a", "1").statusCode()).isEqualTo(closed ? 409 : 200);
    if (!movable) {
      assertThat(patch(group, "/node_uuid", target).statusCode()).isEqualTo(409);
      site.set(node, "maintenance", true);
    }
    assertThat(patch(group, "/node_uuid", target).statusCode()).isEqualTo(closed ? 409 : 200);
  }

  @Test
  void a_port_group_of_a_locked_node_stays_as_it_is() {
    var node = site.node();
    var group = site.portGroup(node);
    site.lease(node, "c9");

    assertThat(fault(patch(group, "/extra/a", "1"), 409)).contains("is locked by host c9");
    assertThat(fault(site.api().delete("/v1/portgroups/" + group), 409)).contains("c9");
    assertThat(ok(site.api().get("/v1/portgroups/" + group), 200).path("extra")).isEmpty();
  }

  @Test
  void a_port_group_with_ports_is_neither_deleted_nor_moved() {
    var node = site.node();
    var group = site.portGroup(node);
    var port = site.port(node);
    ok(
        site.api()
            .body(
                "[{\"op\":\"add\",\"path\":\"/portgroup_uuid\",\"value\":\"%s\"}]".formatted(group))
            .patch("/v1/ports/" + port),
        200);

    assertThat(fault(site.api().delete("/v1/portgroups/" + group), 400))
        .contains("because portgroup " + group + " contains ports");
    assertThat(fault(patch(group, "/node_uuid", "\"" + site.node() + "\""), 409))
        .contains("contains ports");
    assertThat(fault(patch(group, "/physical_network", "\"net\""), 409)).contains(port);
    assertThat(site.api().delete("/v1/ports/" + port).statusCode()).isEqualTo(204);
    assertThat(site.api().delete("/v1/portgroups/" + group).statusCode()).isEqualTo(204);
    assertThat(site.api().delete("/v1/portgroups/" + group).statusCode()).isEqualTo(404);
  }

  @Test
  void a_node_is_deleted_with_its_port_groups() {
    var node = site.node();
    var group = site.portGroup(node);

    assertThat(site.api().delete("/v1/nodes/" + node).statusCode()).isEqualTo(204);
    assertThat(fault(site.api().get("/v1/portgroups/" + group), 404))
        .isEqualTo("Portgroup " + group + " could not be found.");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,404",
    "6f0a6ad726a24f9c8a3cd2b0c0d0a0a0,404",
    "nobody,404",
    "no body,400"
  })
  void an_ident_that_names_none(String ident, int status) {
    var path = "/v1/portgroups/" + ident;

    fault(site.api().get(path), status);
    fault(site.api().get(path + "/ports"), status);
    fault(site.api().delete(path), status);
    fault(site.api().body("[]").patch(path), status);
  }

  @Test
  void a_name_may_end_like_a_file_for_clients_before_1_91() {
    var name = "g-%s.json".formatted(UUID.randomUUID());
    var group = ok(create(site.node(), "\"name\":\"%s\"".formatted(name)), 201).path("uuid");

    assertThat(ok(site.at(90).get("/v1/portgroups/" + name), 200).path("uuid")).isEqualTo(group);
    assertThat(ok(site.at(91).get("/v1/portgroups/" + name), 200).path("uuid")).isEqualTo(group);
  }

  private Response create(String node, String members) {
    return site.api()
        .body("{\"node_uuid\":\"%s\",%s}".formatted(node, members))
        .post("/v1/portgroups");
  }

  private Response patch(String group, String path, String value) {
    return site.api()
        .body("[{\"op\":\"add\",\"path\":\"%s\",\"value\":%s}]".formatted(path, value))
        .patch("/v1/portgroups/" + group);
  }
}

package dev.assay.api.port;

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
import java.util.concurrent.Executors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ports as members of port groups: api.md 11 and 12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortsInGroupsTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void a_port_joins_when_created_or_changed_and_leaves_with_null() {
    var node = site.node();
    var group = site.portGroup(node);

    var born = ok(create(node, "\"portgroup_uuid\":\"%s\"".formatted(group)), 201);
    assertThat(born.path("portgroup_uuid").asText()).isEqualTo(group);
    var port = site.port(node);
    assertThat(ok(join(port, group), 200).path("portgroup_uuid").asText()).isEqualTo(group);
    assertThat(ok(site.at(24).get("/v1/ports/" + port), 200).path("portgroup_uuid").asText())
        .isEqualTo(group);
    assertThat(ok(patch(port, "/portgroup_uuid", "null"), 200).path("portgroup_uuid").isNull())
        .isTrue();
    ok(join(port, group), 200);
    assertThat(
            ok(
                    site.api()
                        .body("[{\"op\":\"remove\",\"path\":\"/portgroup_uuid\"}]")
                        .patch("/v1/ports/" + port),
                    200)
                .path("portgroup_uuid")
                .isNull())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"x\"", "7", "\"6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0\""})
  void what_names_no_port_group_is_400(String value) {
    var node = site.node();
    var port = site.port(node);

    fault(create(node, "\"portgroup_uuid\":" + value), 400);
    fault(patch(port, "/portgroup_uuid", value), 400);
    assertThat(ok(site.api().get("/v1/ports/" + port), 200).path("updated_at").isNull()).isTrue();
  }

  @Test
  void the_port_group_must_belong_to_the_same_node() {
    var node = site.node();
    var port = site.port(node);
    var other = site.node();
    var foreign = site.portGroup(other);

    assertThat(fault(create(node, "\"portgroup_uuid\":\"%s\"".formatted(foreign)), 400))
        .contains("does not belong to node " + node);
    assertThat(fault(join(port, foreign), 400)).contains("does not belong to node " + node);
    ok(join(port, site.portGroup(node)), 200);
    assertThat(fault(patch(port, "/node_uuid", "\"" + other + "\""), 400))
        .contains("does not belong to node " + other);
    var both =
        """
        [{"op":"replace","path":"/node_uuid","value":"%s"},
         {"op":"replace","path":"/portgroup_uuid","value":"%s"}]
        """
            .formatted(other, foreign);
    assertThat(
            ok(site.api().body(both).patch("/v1/ports/" + port), 200)
                .path("portgroup_uuid")
                .asText())
        .isEqualTo(foreign);
  }

  @ParameterizedTest(name = "group on {0}, another port on {1}, the port on {2}: fits {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "-,-,-,true",
        "-,-,a,true",
        "-,a,a,true",
        "-,a,b,false",
        "-,a,-,false",
        "-,none,-,true",
        "-,none,a,false",
        "a,-,a,true",
        "a,-,b,false",
        "a,-,-,false",
        "a,a,a,true"
      })
  void all_ports_of_a_group_are_on_its_physical_network(
      String groups, String others, String ports, boolean fits) {
    var node = site.node();
    var group = site.portGroup(node);
    ok(patchGroup(group, "/physical_network", text(groups)), 200);
    var joins = "\"portgroup_uuid\":\"%s\"".formatted(group);
    if (others != null) {
      var network = others.equals("none") ? "null" : text(others);
      ok(create(node, joins + ",\"physical_network\":" + network), 201);
    }

    var answer = create(node, joins + ",\"physical_network\":" + text(ports));
    var port = ok(create(node, "\"physical_network\":" + text(ports)), 201).path("uuid").asText();

    assertThat(answer.statusCode()).isEqualTo(fits ? 201 : 409);
    assertThat(join(port, group).statusCode()).isEqualTo(fits ? 200 : 409);
    if (!fits) {
      assertThat(fault(answer, 409)).contains("physical network").contains(group);
    }
  }

  @Test
  void a_port_alone_in_its_group_may_change_the_network_and_one_among_others_may_not() {
    var node = site.node();
    var group = site.portGroup(node);
    var port = site.port(node);
    ok(join(port, group), 200);
    ok(patch(port, "/physical_network", "\"a\""), 200);
    ok(create(node, "\"physical_network\":\"a\",\"portgroup_uuid\":\"%s\"".formatted(group)), 201);

    fault(patch(port, "/physical_network", "\"b\""), 409);
    ok(patch(port, "/extra/a", "1"), 200);
    ok(patchGroup(group, "/physical_network", "\"a\""), 200);
    fault(patchGroup(group, "/physical_network", "\"b\""), 409);
  }

  @ParameterizedTest
  @EnumSource(ProvisionState.class)
  void a_port_joins_only_in_some_states_or_in_maintenance(ProvisionState state) {
    var node = site.node();
    var port = site.port(node);
    var group = site.portGroup(node);
    site.move(node, state.wire());
    var allowed = List.of("enroll", "inspect wait", "manageable").contains(state.wire());
    var closed = state == ProvisionState.INSPECTING;

    assertThat(join(port, group).statusCode()).isEqualTo(allowed ? 200 : 409);
    site.set(node, "maintenance", true);
    assertThat(join(port, group).statusCode()).isEqualTo(closed ? 409 : 200);
  }

  @RepeatedTest(10)
  void a_group_is_deleted_or_joined_but_never_both() throws Exception {
    var node = site.node();
    var group = site.portGroup(node);
    var joins = "\"portgroup_uuid\":\"%s\"".formatted(group);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var joined = threads.submit(() -> create(node, joins).statusCode());
      var deleted = threads.submit(() -> site.api().delete("/v1/portgroups/" + group).statusCode());

      assertThat(List.of(joined.get(), deleted.get())).isIn(List.of(201, 400), List.of(400, 204));
    }
  }

  @Test
  void ports_are_listed_by_group_in_pages() {
    var node = site.node();
    var name = "g-" + UUID.randomUUID();
    var group = site.portGroup(node);
    ok(patchGroup(group, "/name", "\"" + name + "\""), 200);
    var members = List.of(site.port(node), site.port(node));
    members.forEach(port -> ok(join(port, group), 200));
    site.port(node);

    assertThat(uuids("/v1/ports?portgroup=" + group)).isEqualTo(members);
    assertThat(uuids("/v1/ports/detail?portgroup=" + name)).isEqualTo(members);
    assertThat(uuids("/v1/portgroups/" + name + "/ports")).isEqualTo(members);
    assertThat(uuids("/v1/portgroups/" + group + "/ports/detail")).isEqualTo(members);
    assertThat(uuids("/v1/ports?limit=1&sort_key=portgroup_uuid&portgroup=" + group)).hasSize(1);
    var page = ok(site.api().get("/v1/portgroups/" + group + "/ports?limit=1"), 200);
    assertThat(page.path("next").asText())
        .contains("/v1/portgroups/" + group + "/ports?")
        .contains("marker=" + members.getFirst());
    assertThat(uuids("/v1/portgroups/" + group + "/ports?marker=" + members.getFirst()))
        .containsExactly(members.getLast());
  }

  @ParameterizedTest(name = "{0} at 1.{1} is {2}")
  @CsvSource({
    "/v1/ports?portgroup=%s,23,406",
    "/v1/ports?portgroup=nobody,24,404",
    "/v1/ports?portgroup=6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,24,404",
    "/v1/ports?portgroup=a+b,24,400",
    "/v1/ports?portgroup=%s&shard=a,115,403",
    "/v1/ports?portgroup=%s&node=6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,115,403",
    "/v1/portgroups/%s/ports?portgroup=%s,115,400",
    "/v1/portgroups/%s/ports?node=a,115,400"
  })
  void what_cannot_be_asked_is_refused(String path, int minor, int status) {
    var group = site.portGroup(site.node());

    fault(site.at(minor).urlEncodingEnabled(false).get(path.replace("%s", group)), status);
  }

  private Response create(String node, String members) {
    return site.api()
        .body("{\"node_uuid\":\"%s\",\"address\":\"%s\",%s}".formatted(node, Site.mac(), members))
        .post("/v1/ports");
  }

  private Response join(String port, String group) {
    return patch(port, "/portgroup_uuid", "\"" + group + "\"");
  }

  private Response patch(String port, String path, String value) {
    return change("/v1/ports/" + port, path, value);
  }

  private Response patchGroup(String group, String path, String value) {
    return change("/v1/portgroups/" + group, path, value);
  }

  private Response change(String object, String path, String value) {
    return site.api()
        .body("[{\"op\":\"add\",\"path\":\"%s\",\"value\":%s}]".formatted(path, value))
        .patch(object);
  }

  private static String text(String value) {
    return value == null ? "null" : "\"" + value + "\"";
  }

  private List<String> uuids(String path) {
    return StreamSupport.stream(ok(site.api().get(path), 200).path("ports").spliterator(), false)
        .map(port -> port.path("uuid").asText())
        .toList();
  }
}

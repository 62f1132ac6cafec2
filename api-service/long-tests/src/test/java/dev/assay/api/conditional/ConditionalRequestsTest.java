package dev.assay.api.conditional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ETag and If-None-Match: RFC 9110 8.8.3, 13.1.2 and 15.4.5, docs/decisions/0063. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConditionalRequestsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String NODES = "/v1/nodes?owner={owner}";
  private static final String NODES_IN_DETAIL = "/v1/nodes/detail?owner={owner}";
  private static final String NODE = "/v1/nodes/{node}";
  private static final String STATES = "/v1/nodes/{node}/states";
  private static final String INVENTORY = "/v1/nodes/{node}/inventory";
  private static final String PORTS = "/v1/ports?node={node}";
  private static final String PORTS_IN_DETAIL = "/v1/ports/detail?node={node}";
  private static final String PORT = "/v1/ports/{port}";
  private static final String GROUPS = "/v1/portgroups?node={node}";
  private static final String GROUP = "/v1/portgroups/{group}";

  private static final List<String> PATHS =
      List.of(
          NODES,
          NODES_IN_DETAIL,
          NODES + "&fields=uuid,reservation,conductor,traits",
          NODES + "&sort_key=name&sort_dir=desc",
          NODES + "&limit=1",
          NODES + "&limit=1&marker={node}",
          NODES + "&conductor=c1.example",
          NODES + "&sort_key=power_state&limit=1&marker={node}",
          NODE,
          NODE + "?fields=name",
          STATES,
          INVENTORY,
          "/v1/chassis/{chassis}/nodes",
          "/v1/chassis/{chassis}/nodes/detail",
          PORTS,
          PORTS_IN_DETAIL,
          PORTS + "&fields=address,extra",
          PORT,
          "/v1/nodes/{node}/ports",
          "/v1/nodes/{node}/ports/detail",
          "/v1/portgroups/{group}/ports",
          "/v1/portgroups/{group}/ports/detail",
          GROUPS,
          "/v1/portgroups/detail?node={node}",
          GROUP,
          "/v1/nodes/{node}/portgroups",
          "/v1/nodes/{node}/portgroups/detail");

  /** What can change, and a path whose body shows it. */
  private record Change(
      String name, String shownAt, BiConsumer<ConditionalRequestsTest, Site> made) {
    private static BiConsumer<ConditionalRequestsTest, Site> node(String sql) {
      return (test, site) -> site.run(sql, UUID.fromString(test.node));
    }

    private static BiConsumer<ConditionalRequestsTest, Site> port(String sql) {
      return (test, site) -> site.run(sql, UUID.fromString(test.port));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Change> changes() {
    return List.of(
        new Change("name", NODES, Change.node("update node set name = 'n-' || id where uuid = ?1")),
        new Change(
            "power state",
            NODES,
            Change.node("update node set power_state = 'power on' where uuid = ?1")),
        new Change("provision state", NODES, (test, site) -> site.move(test.node, "manageable")),
        new Change(
            "maintenance",
            NODES,
            Change.node("update node set maintenance = true where uuid = ?1")),
        new Change(
            "instance", NODES, Change.node("update node set instance_uuid = uuid where uuid = ?1")),
        new Change(
            "removed from page",
            NODES,
            Change.node("update node set owner = null where uuid = ?1")),
        new Change("added to page", NODES, (test, _) -> test.owned()),
        new Change(
            "last error", STATES, Change.node("update node set last_error = 'x' where uuid = ?1")),
        new Change(
            "any field",
            NODE,
            Change.node("update node set extra = '{\"a\": 1.0}' where uuid = ?1")),
        new Change(
            "number written otherwise",
            NODE,
            Change.node("update node set extra = '{\"a\": 1.00}' where uuid = ?1")),
        new Change(
            "internal field",
            NODES_IN_DETAIL,
            Change.node(
                "update node set driver_internal_info = '{\"agent_url\": \"x\"}' where uuid = ?1")),
        new Change(
            "trait",
            NODES_IN_DETAIL,
            Change.node("update node set traits = '[\"CUSTOM_A\"]' where uuid = ?1")),
        new Change(
            "reservation", NODES_IN_DETAIL, (test, site) -> site.lease(test.node, "c1.example")),
        new Change(
            "conductor of node",
            NODES_IN_DETAIL,
            Change.node("update node set conductor_group = 'other' where uuid = ?1")),
        new Change(
            "port field",
            PORTS_IN_DETAIL,
            Change.port("update port set pxe_enabled = false where uuid = ?1")),
        new Change(
            "port address", PORTS, (test, site) -> test.patchPort(site, "address", Site.mac())),
        new Change("port added", PORTS, (test, site) -> site.port(test.node)),
        new Change("port removed", PORTS, Change.port("delete from port where uuid = ?1")),
        new Change(
            "port of other node",
            "/v1/portgroups/{group}/ports/detail",
            Change.port("update port set node_id = (select max(id) from node) where uuid = ?1")),
        new Change(
            "group field",
            GROUPS,
            (test, site) ->
                site.run(
                    "update port_group set name = 'g-' || id where uuid = ?1",
                    UUID.fromString(test.group))),
        new Change(
            "inventory found",
            INVENTORY,
            (test, site) -> InventoryRows.write(site, test.node, "{}", "{}")));
  }

  @Inject Site site;

  private final String owner = "o-" + UUID.randomUUID();
  private String chassis;
  private String node;
  private String port;
  private String group;

  @BeforeEach
  void write() {
    site.open();
    chassis = site.chassis();
    node = owned();
    owned();
    group = site.portGroup(node);
    port = site.port(node);
    patchPort(site, "portgroup_uuid", group);
    InventoryRows.write(site, node, "{\"n\": 1}", "{}");
  }

  @AfterEach
  void remove() {
    site.run("delete from lease where name = ?1", "node/" + node);
    site.open();
  }

  private String owned() {
    return site.node(
        """
        {"driver":"fake-hardware","owner":"%s","chassis_uuid":"%s","extra":{"a":1}}"""
            .formatted(owner, chassis));
  }

  private void patchPort(Site site, String field, String value) {
    site.api()
        .body("[{\"op\":\"add\",\"path\":\"/%s\",\"value\":\"%s\"}]".formatted(field, value))
        .patch("/v1/ports/" + port)
        .then()
        .statusCode(200);
  }

  private String filled(String path) {
    return path.replace("{owner}", owner)
        .replace("{chassis}", chassis)
        .replace("{node}", node)
        .replace("{port}", port)
        .replace("{group}", group);
  }

  private Response get(String path) {
    return site.api().urlEncodingEnabled(false).get(filled(path));
  }

  private Response get(String path, String ifNoneMatch) {
    return site.api()
        .urlEncodingEnabled(false)
        .header("If-None-Match", ifNoneMatch)
        .get(filled(path));
  }

  private static String tag(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.header("ETag")).isNotNull();
    return answer.header("ETag");
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("PATHS")
  void what_did_not_change_is_not_sent_again(String path) {
    var first = get(path);

    var again = get(path, tag(first));

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.asByteArray()).isEmpty();
    for (var header : List.of("ETag", "Vary", "Cache-Control", "X-OpenStack-Ironic-API-Version")) {
      assertThat(again.headers().getValues(header)).isEqualTo(first.headers().getValues(header));
    }
    assertThat(first.header("Vary")).contains("X-OpenStack-Ironic-API-Version");
    assertThat(get(path).asString()).isEqualTo(first.asString());
    assertThat(tag(get(path))).isEqualTo(tag(first));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {NODES, NODE, PORTS})
  void head_has_the_tag_of_get(String path) {
    var tag = tag(get(path));

    assertThat(site.api().head(filled(path)).header("ETag")).isEqualTo(tag);
    assertThat(site.api().header("If-None-Match", tag).head(filled(path)).statusCode())
        .isEqualTo(304);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void nothing_that_changed_is_answered_304(Change change) {
    var before = PATHS.stream().map(path -> new Seen(path, get(path))).toList();

    change.made.accept(this, site);

    for (var seen : before) {
      var now = get(seen.path);
      if (seen.path.equals(change.shownAt)) {
        assertThat(now.asString()).isNotEqualTo(seen.answer.asString());
      }
      if (!now.asString().equals(seen.answer.asString())) {
        var again = get(seen.path, tag(seen.answer));
        assertThat(again.statusCode()).as(seen.path).isEqualTo(now.statusCode());
        assertThat(now.header("ETag")).as(seen.path).isNotEqualTo(tag(seen.answer));
      }
    }
  }

  private record Seen(String path, Response answer) {}

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {NODES_IN_DETAIL, NODE, NODES + "&fields=reservation"})
  void a_reservation_that_runs_out_changes_the_tag_though_no_row_was_written(String path) {
    site.run(
        "insert into lease (name, holder, epoch, expires_at)"
            + " values (?1, 'c1.example', nextval('lease_epoch'), now() + interval '2 s')",
        "node/" + node);
    var reserved = get(path);
    assertThat(reserved.asString()).contains("\"reservation\":\"c1.example\"");

    await().atMost(LIMIT).until(() -> !get(path).asString().equals(reserved.asString()));

    assertThat(get(path, tag(reserved)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        NODES_IN_DETAIL,
        NODE,
        NODES + "&fields=conductor",
        NODES + "&conductor=c1.example"
      })
  void a_conductor_that_leaves_and_comes_back_changes_the_tag_twice(String path) {
    var served = get(path);
    assertThat(served.asString()).contains(node);

    site.run("update conductor set online = false where hostname = 'c1.example'");
    await().atMost(LIMIT).until(() -> !get(path).asString().equals(served.asString()));
    var without = get(path, tag(served));
    assertThat(without.statusCode()).isEqualTo(200);

    site.open();
    await().atMost(LIMIT).until(() -> get(path).asString().equals(served.asString()));
    assertThat(get(path, tag(without)).statusCode()).isEqualTo(200);
    assertThat(get(path, tag(served)).statusCode()).isEqualTo(304);
  }

  @Test
  void other_requests_for_the_same_nodes_have_other_tags() {
    var asked =
        List.of(
            NODES,
            NODES + "&limit=2",
            NODES + "&limit=1000",
            NODES + "&sort_key=id",
            NODES + "&fields=uuid",
            NODES + "&fields=uuid,name",
            NODES + "&detail=true",
            NODES_IN_DETAIL,
            "/v1/chassis/{chassis}/nodes");

    assertThat(asked.stream().map(this::get).map(ConditionalRequestsTest::tag))
        .doesNotHaveDuplicates();
  }

  @Test
  void every_version_of_the_api_has_tags_of_its_own() {
    assertThat(
            Stream.of(1, 2, 8, 39, Site.NEWEST)
                .map(minor -> tag(site.at(minor).get(filled("/v1/nodes?limit=3")))))
        .doesNotHaveDuplicates();
  }

  @Test
  void so_has_every_address_of_the_api_which_links_contain() {
    var other = site.api().header("Host", "127.0.0.1:1").get(filled(NODES));

    assertThat(other.asString()).contains("http://127.0.0.1:1/v1/nodes/");
    assertThat(tag(other)).isNotEqualTo(tag(get(NODES)));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "x", "\"x", "W/", "\"\"", "W/\"unknown\"", ",,,", "\"a\" \"b\""})
  void a_list_without_the_tag_or_with_nonsense_gets_the_page(String ifNoneMatch) {
    assertThat(get(NODES, ifNoneMatch).asString()).isEqualTo(get(NODES).asString());
    assertThat(get(NODE, ifNoneMatch).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"*", "W/\"x\", TAG", "x, TAG", "TAG, \"y\""})
  void a_list_with_the_tag_and_a_star_get_304(String ifNoneMatch) {
    for (var path : List.of(NODES, NODE, PORTS)) {
      var list = ifNoneMatch.replace("TAG", tag(get(path)));

      assertThat(get(path, list).statusCode()).as(path).isEqualTo(304);
    }
  }

  @ParameterizedTest(name = "{0} is {1}")
  @MethodSource("refusals")
  void an_error_is_never_304_and_has_no_tag(String path, int status) {
    var answer = get(path, "*");

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.header("ETag")).isNull();
  }

  static Stream<Arguments> refusals() {
    var unknown = UUID.randomUUID();
    return Stream.of(
        Arguments.of("/v1/nodes?unknown=1", 400),
        Arguments.of("/v1/nodes?limit=0", 400),
        Arguments.of("/v1/nodes?marker=" + unknown, 404),
        Arguments.of("/v1/nodes/" + unknown, 404),
        Arguments.of("/v1/ports?node=" + unknown, 404));
  }

  @Test
  void only_reading_is_conditional() {
    var patched =
        site.api()
            .header("If-None-Match", "*")
            .body("[{\"op\":\"add\",\"path\":\"/extra/b\",\"value\":1}]")
            .patch("/v1/nodes/" + node);

    assertThat(patched.statusCode()).isEqualTo(200);
    assertThat(patched.header("ETag")).isNull();
  }
}

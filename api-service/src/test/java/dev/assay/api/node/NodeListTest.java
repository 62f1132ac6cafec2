package dev.assay.api.node;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters, order and pages: api.md 5 and 9.4. Each test marks its nodes by their owner. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeListTest {
  @Inject Site site;

  private final String owner = "o-" + UUID.randomUUID();

  @BeforeEach
  void open() {
    site.open();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "associated=true|instance_uuid|00000000-0000-4000-8000-000000000001",
        "maintenance=yes|maintenance|true",
        "provision_state=manageable|provision_state|manageable",
        "driver=redfish|driver|redfish",
        "resource_class=r|resource_class|r",
        "fault=power%20failure|fault|power failure",
        "conductor_group=OTHER|conductor_group|other",
        "conductor=c2.example|conductor_group|other",
        "lessee=l|lessee|l",
        "project=l|lessee|l",
        "description_contains=b|description|abc",
        "retired=true|retired|true",
        "shard=x,S|shard|s",
        "shard=%00,s|shard|s",
        "sharded=true|shard|s",
        "instance_name=i|instance_name|i",
        "auto_discovered=1|auto_discovered|true"
      })
  void a_filter_finds_what_it_names_and_nothing_else(String filter, String column, String value) {
    var other = owned();
    var node = owned();
    site.run("update node set %s = '%s' where uuid = '%s'".formatted(column, value, node));

    assertThat(uuids("/v1/nodes?owner=" + owner + "&" + filter)).containsExactly(node);
    assertThat(uuids("/v1/nodes/detail?owner=" + owner)).containsExactly(other, node);
    site.run("delete from node where uuid = '%s'".formatted(node));
  }

  @ParameterizedTest(name = "{0} needs 1.{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "provision_state=enroll|9",
        "driver=redfish|16",
        "resource_class=r|21",
        "fault=power%20failure|42",
        "conductor_group=g|46",
        "conductor=c|49",
        "owner=o|50",
        "lessee=l|65",
        "project=p|65",
        "description_contains=d|51",
        "retired=true|61",
        "shard=s|82",
        "sharded=true|82",
        "include_children=true|83",
        "instance_name=i|104",
        "auto_discovered=true|84",
        "fields=uuid|8",
        "sort_key=owner|50"
      })
  void a_filter_older_than_its_version_is_406(String filter, int since) {
    assertThat(site.at(since - 1).urlEncodingEnabled(false).get("/v1/nodes?" + filter).statusCode())
        .isEqualTo(406);
    assertThat(site.at(since).urlEncodingEnabled(false).get("/v1/nodes?" + filter).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "unknown=1",
        "limit=0",
        "limit=-1",
        "limit=x",
        "sort_dir=up",
        "sort_key=properties",
        "sort_key=driver_info",
        "sort_key=traits",
        "sort_key=links",
        "sort_key=unknown",
        "fields=unknown",
        "fields=uuid&detail=true",
        "associated=perhaps",
        "instance_uuid=x",
        "provision_state=unknown",
        "fault=unknown",
        "marker=x",
        "detail=x"
      })
  void a_bad_parameter_is_400(String query) {
    fault(site.api().get("/v1/nodes?" + query), 400);
  }

  @Test
  void children_are_hidden_unless_asked_for() {
    var parent = owned();
    var child =
        site.node(
            "{\"driver\":\"fake-hardware\",\"owner\":\"%s\",\"parent_node\":\"%s\"}"
                .formatted(owner, parent));
    var all = "/v1/nodes?owner=" + owner;

    assertThat(uuids(all)).containsExactly(parent);
    assertThat(uuids(all + "&include_children=true")).containsExactly(parent, child);
    assertThat(uuids(all + "&parent_node=" + parent)).containsExactly(child);
  }

  static Stream<String> sortable() {
    return NodeFields.TABLE.fields().stream()
        .filter(field -> field.column() != null)
        .map(field -> field.name());
  }

  @ParameterizedTest(name = "by {0}")
  @MethodSource("sortable")
  void pages_follow_each_other_by_every_column_in_both_directions(String key) {
    var nodes = List.of(owned(), owned(), owned(), owned(), owned());
    site.set(nodes.get(1), "description", "a");
    site.set(nodes.get(3), "description", "b");
    site.set(nodes.get(2), "maintenance", true);
    site.set(nodes.get(4), "instance_uuid", UUID.randomUUID());
    site.set(nodes.get(0), "power_state", "power on");

    for (var direction : List.of("asc", "desc")) {
      var query = "/v1/nodes?owner=%s&sort_key=%s&sort_dir=%s".formatted(owner, key, direction);
      var whole = uuids(query);
      assertThat(whole).containsExactlyInAnyOrderElementsOf(nodes);
      assertThat(byPages(query + "&limit=2")).isEqualTo(whole);
      var tag = site.api().get(query).header("ETag");
      assertThat(site.api().header("If-None-Match", tag).get(query).statusCode()).isEqualTo(304);
    }
  }

  @Test
  void next_keeps_every_filter_and_is_there_only_when_the_page_is_full() {
    owned();
    owned();

    var first =
        ok(site.api().get("/v1/nodes?owner=%s&fields=uuid,owner&limit=1".formatted(owner)), 200);
    assertThat(first.path("next").asText())
        .contains("/v1/nodes?")
        .contains("owner=" + owner)
        .contains("limit=1")
        .contains("marker=" + first.path("nodes").path(0).path("uuid").asText());
    assertThat(ok(site.api().get("/v1/nodes?limit=3&owner=" + owner), 200).has("next")).isFalse();
    assertThat(
            ok(site.api().get("/v1/nodes?limit=1&instance_uuid=" + UUID.randomUUID()), 200)
                .has("next"))
        .isFalse();
  }

  @Test
  void pages_filtered_by_conductor_follow_each_other() {
    var nodes = List.of(owned(), owned(), owned());
    site.set(nodes.get(1), "conductor_group", "other");

    assertThat(byPages("/v1/nodes?owner=%s&conductor=c1.example&limit=1".formatted(owner)))
        .containsExactly(nodes.get(0), nodes.get(2));
  }

  @Test
  void an_unknown_marker_is_404() {
    fault(site.api().get("/v1/nodes?marker=" + UUID.randomUUID()), 404);
  }

  @Test
  void detail_is_the_full_form_from_1_43_on() {
    owned();
    var query = "/v1/nodes?detail=true&limit=1";

    assertThat(site.at(42).get(query).statusCode()).isEqualTo(400);
    assertThat(ok(site.at(43).get(query), 200).path("nodes").path(0).has("driver_info")).isTrue();
    assertThat(site.api().get("/v1/nodes/detail?fields=uuid").statusCode()).isEqualTo(400);
  }

  private String owned() {
    return site.node("{\"driver\":\"fake-hardware\",\"owner\":\"%s\"}".formatted(owner));
  }

  private List<String> byPages(String path) {
    var found = new ArrayList<String>();
    var page = ok(site.api().get(path), 200);
    found.addAll(uuids(page));
    while (page.has("next")) {
      var next = URI.create(page.path("next").asText());
      page =
          ok(
              site.api()
                  .urlEncodingEnabled(false)
                  .get(next.getRawPath() + "?" + next.getRawQuery()),
              200);
      found.addAll(uuids(page));
    }
    return found;
  }

  private List<String> uuids(String path) {
    return uuids(ok(site.api().urlEncodingEnabled(false).get(path), 200));
  }

  private static List<String> uuids(JsonNode page) {
    return StreamSupport.stream(page.path("nodes").spliterator(), false)
        .map(node -> node.path("uuid").asText())
        .toList();
  }
}

package dev.assay.api.portgroup;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
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

/** Filters and pages of port group lists: api.md 5, 10.10 and 12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortGroupListTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @ParameterizedTest(name = "{0} since 1.{1}")
  @CsvSource({
    "node=%1$s,23",
    "node=%2$s,23",
    "address=%3$s,23",
    "shard=none%%2c%2$s,106",
    "node=%1$s&conductor_groups=none%%2cOTHER,99"
  })
  void a_filter_finds_what_it_names_and_nothing_else(String filter, int since) {
    var name = "n-" + UUID.randomUUID();
    var node =
        site.node(
            """
            {"driver":"fake-hardware","name":"%1$s","shard":"%1$s","conductor_group":"other"}
            """
                .formatted(name));
    var mac = Site.mac();
    var group = group(node, "\"address\":\"%s\"".formatted(mac));
    site.portGroup(site.node());
    var query = "?" + filter.formatted(node, name, mac);

    assertThat(uuids(get(Site.NEWEST, "/v1/portgroups" + query))).containsExactly(group);
    assertThat(uuids(get(since, "/v1/portgroups/detail" + query))).containsExactly(group);
    if (since > 23) {
      fault(get(since - 1, "/v1/portgroups" + query), 406);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "address=52:54:00:ff:ff:ff",
    "conductor_groups=nowhere",
    "shard=nowhere",
  })
  void a_filter_that_fits_none_gives_an_empty_list(String filter) {
    site.portGroup(site.node());

    assertThat(ok(get(Site.NEWEST, "/v1/portgroups?" + filter), 200).toString())
        .isEqualTo("{\"portgroups\":[]}");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "unknown=1,400",
    "node_uuid=6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,400",
    "address=x,400",
    "limit=0,400",
    "limit=x,400",
    "sort_dir=up,400",
    "sort_key=extra,400",
    "sort_key=properties,400",
    "sort_key=internal_info,400",
    "sort_key=node_uuid,400",
    "sort_key=unknown,400",
    "fields=unknown,400",
    "fields=uuid&detail=true,400",
    "detail=x,400",
    "marker=x,400",
    "marker=6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,404",
    "node=6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,404",
    "node=nobody,404"
  })
  void a_bad_parameter_is_refused(String query, int status) {
    fault(get(Site.NEWEST, "/v1/portgroups?" + query), status);
  }

  @ParameterizedTest(name = "{0} since 1.{1}")
  @CsvSource({"sort_key=mode,26", "sort_key=physical_network,102", "fields=category,103"})
  void a_key_older_than_its_version_is_406(String query, int since) {
    assertThat(get(since - 1, "/v1/portgroups?" + query).statusCode()).isEqualTo(406);
    assertThat(get(since, "/v1/portgroups?" + query).statusCode()).isEqualTo(200);
  }

  @Test
  void detail_is_the_full_form_by_path_and_from_1_43_on_by_parameter() {
    var node = site.node();
    site.portGroup(node);
    var list = "/v1/nodes/" + node + "/portgroups";

    assertThat(first(get(23 + 1, list + "/detail")).has("mode")).isFalse();
    assertThat(first(get(26, list + "/detail")).has("mode")).isTrue();
    assertThat(first(get(43, list + "?detail=true")).has("extra")).isTrue();
    assertThat(first(get(43, list)).has("extra")).isFalse();
    fault(get(42, list + "?detail=true"), 400);
    fault(get(43, list + "/detail?fields=uuid"), 400);
  }

  static Stream<String> sortable() {
    return PortGroupFields.TABLE.fields().stream()
        .filter(field -> field.column() != null)
        .map(field -> field.name());
  }

  @ParameterizedTest(name = "by {0}")
  @MethodSource("sortable")
  void pages_follow_each_other_by_every_column_in_both_directions(String key) {
    var node = site.node();
    var groups =
        List.of(
            group(node, "\"name\":\"b-%s\"".formatted(UUID.randomUUID())),
            group(node, "\"address\":\"%s\",\"mode\":\"802.3ad\"".formatted(Site.mac())),
            group(node, "\"physical_network\":\"n\",\"category\":\"c\""),
            group(node, "\"standalone_ports_supported\":false"),
            group(node, "\"name\":\"a-%s\"".formatted(UUID.randomUUID())));

    for (var direction : List.of("asc", "desc")) {
      var query = "/v1/portgroups?node=%s&sort_key=%s&sort_dir=%s".formatted(node, key, direction);
      var whole = uuids(get(Site.NEWEST, query));
      assertThat(whole).containsExactlyInAnyOrderElementsOf(groups);
      assertThat(byPages(query + "&limit=2")).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/portgroups", "/v1/portgroups/detail"})
  void next_keeps_every_filter_and_is_there_only_when_the_page_is_full(String list) {
    var node = site.node("{\"driver\":\"fake-hardware\",\"shard\":\"next\"}");
    site.portGroup(node);
    site.portGroup(node);
    var query = list + "?shard=next&node=" + node;

    var page = ok(get(Site.NEWEST, query + "&limit=1"), 200);
    assertThat(page.path("next").asText())
        .contains(list + "?")
        .contains("shard=next")
        .contains("node=" + node)
        .contains("limit=1")
        .contains("marker=" + page.path("portgroups").path(0).path("uuid").asText());
    assertThat(ok(get(Site.NEWEST, query + "&limit=3"), 200).has("next")).isFalse();
  }

  @Test
  void the_port_groups_of_a_node_come_in_pages() {
    var name = "n-" + UUID.randomUUID();
    var node = site.node("{\"driver\":\"fake-hardware\",\"name\":\"%s\"}".formatted(name));
    var groups = List.of(site.portGroup(node), site.portGroup(node), site.portGroup(node));
    site.portGroup(site.node());
    var list = "/v1/nodes/" + name + "/portgroups";

    assertThat(byPages(list + "?limit=2")).isEqualTo(groups);
    assertThat(byPages(list + "/detail?limit=1")).isEqualTo(groups);
    assertThat(ok(get(Site.NEWEST, list + "?limit=2"), 200).path("next").asText())
        .contains(list + "?");
    fault(get(Site.NEWEST, "/v1/nodes/" + UUID.randomUUID() + "/portgroups"), 404);
    fault(get(Site.NEWEST, list + "?node=" + node), 400);
  }

  private String group(String node, String members) {
    var body = "{\"node_uuid\":\"%s\",%s}".formatted(node, members);
    return ok(site.api().body(body).post("/v1/portgroups"), 201).path("uuid").asText();
  }

  private Response get(int minor, String path) {
    return site.at(minor).urlEncodingEnabled(false).get(path);
  }

  private List<String> byPages(String path) {
    var found = new ArrayList<String>();
    var page = get(Site.NEWEST, path);
    found.addAll(uuids(page));
    while (ok(page, 200).has("next")) {
      var next = URI.create(ok(page, 200).path("next").asText());
      page = get(Site.NEWEST, next.getRawPath() + "?" + next.getRawQuery());
      found.addAll(uuids(page));
    }
    return found;
  }

  private static JsonNode first(Response page) {
    return ok(page, 200).path("portgroups").path(0);
  }

  private static List<String> uuids(Response page) {
    return StreamSupport.stream(ok(page, 200).path("portgroups").spliterator(), false)
        .map(group -> group.path("uuid").asText())
        .toList();
  }
}

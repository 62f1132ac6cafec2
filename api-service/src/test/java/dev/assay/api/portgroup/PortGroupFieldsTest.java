package dev.assay.api.portgroup;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields of api.md 12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortGroupFieldsTest {
  private static final String SPEC = "/spec/portgroup-fields.csv";
  private static final int FIRST = 23;

  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void the_table_has_them_all_and_no_other() {
    var group = site.portGroup(site.node());

    assertThat(ok(site.api().get("/v1/portgroups/" + group), 200).fieldNames())
        .toIterable()
        .containsExactly(
            "uuid",
            "name",
            "address",
            "node_uuid",
            "extra",
            "internal_info",
            "standalone_ports_supported",
            "mode",
            "properties",
            "physical_network",
            "category",
            "dynamic_portgroup",
            "created_at",
            "updated_at",
            "ports",
            "links");
  }

  @ParameterizedTest(name = "{0} since 1.{1}, in lists {3}, default {4}")
  @CsvFileSource(resources = SPEC)
  void is_shown_from_its_version_on(
      String field, int since, String use, String listed, String byDefault) {
    var path = "/v1/portgroups/" + site.portGroup(site.node());

    var shown = ok(site.at(since).get(path), 200);
    assertThat(shown.has(field)).isTrue();
    if (byDefault != null) {
      assertThat(shown.path(field)).isEqualTo(json(byDefault));
    }
    if (since > FIRST) {
      assertThat(ok(site.at(since - 1).get(path), 200).has(field)).isFalse();
      fault(site.at(since - 1).get(path + "?fields=" + field), 406);
    }
    assertThat(ok(site.at(since).get(path + "?fields=" + field), 200).fieldNames())
        .toIterable()
        .containsOnly(field, "links");
    var row = ok(site.api().get("/v1/portgroups?limit=1"), 200).path("portgroups").path(0);
    assertThat(row.has(field)).isEqualTo("D".equals(listed));
  }

  @ParameterizedTest(name = "{0} is {2}")
  @CsvFileSource(resources = SPEC)
  void is_created_from_its_version_on_or_never(
      String field, int since, String use, String listed, String byDefault, String sample) {
    var node = site.node();
    var member =
        sample == null ? "" : ",\"%s\":%s".formatted(field, sample.formatted(UUID.randomUUID()));
    var body = "{\"node_uuid\":\"%s\"%s}".formatted(node, member);

    if (!use.contains("C")) {
      assertThat(fault(site.api().body(body).post("/v1/portgroups"), 400)).contains(field);
      return;
    }
    if (since > FIRST) {
      assertThat(fault(site.at(since - 1).body(body).post("/v1/portgroups"), 406)).contains(field);
    }
    var created = ok(site.at(since).body(body).post("/v1/portgroups"), 201);
    assertThat(created.has(field)).isTrue();
    site.api().delete("/v1/portgroups/" + created.path("uuid").asText());
  }

  @ParameterizedTest(name = "{0} is {2}")
  @CsvFileSource(resources = SPEC)
  void is_patched_from_its_version_on_or_never(
      String field, int since, String use, String listed, String byDefault, String sample) {
    var node = site.node();
    var path = "/v1/portgroups/" + site.portGroup(node);
    var value = sample == null ? "\"" + node + "\"" : sample.formatted(UUID.randomUUID());
    var patch = "[{\"op\":\"add\",\"path\":\"/%s\",\"value\":%s}]".formatted(field, value);

    if (!use.contains("P")) {
      assertThat(fault(site.api().body(patch).patch(path), 400)).contains(field);
      return;
    }
    if (since > FIRST) {
      assertThat(fault(site.at(since - 1).body(patch).patch(path), 406)).contains(field);
    }
    var patched = ok(site.at(since).body(patch).patch(path), 200);
    assertThat(ok(site.at(since).get(path), 200)).isEqualTo(patched);
    site.api().delete(path);
  }

  @ParameterizedTest(name = "{0} can be removed: {1}")
  @CsvSource({
    "name,true",
    "address,true",
    "extra,true",
    "standalone_ports_supported,true",
    "properties,true",
    "physical_network,true",
    "category,true",
    "mode,false",
    "node_uuid,false",
    "uuid,false",
    "dynamic_portgroup,false"
  })
  void a_removed_field_has_its_default(String field, boolean removable) {
    var path = "/v1/portgroups/" + site.portGroup(site.node());
    var before = ok(site.api().get(path), 200);
    var remove = "[{\"op\":\"remove\",\"path\":\"/%s\"}]".formatted(field);

    if (removable) {
      assertThat(ok(site.api().body(remove).patch(path), 200).path(field))
          .isEqualTo(before.path(field));
    } else {
      assertThat(fault(site.api().body(remove).patch(path), 400)).contains(field);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "\"name\":\"detail\"",
        "\"name\":\"a b\"",
        "\"name\":\"\"",
        "\"name\":7",
        "\"name\":\"6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0\"",
        "\"address\":\"52:54:00\"",
        "\"address\":7",
        "\"extra\":[]",
        "\"standalone_ports_supported\":\"perhaps\"",
        "\"mode\":1",
        "\"mode\":\"\"",
        "\"properties\":\"miimon\"",
        "\"physical_network\":\"%65s\"",
        "\"category\":\"%81s\"",
        "\"node_uuid\":\"x\"",
        "\"node_uuid\":null",
        "\"node_uuid\":\"6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0\""
      })
  void a_bad_value_is_400_and_changes_nothing(String member) {
    var node = site.node();
    var path = "/v1/portgroups/" + site.portGroup(node);
    var before = ok(site.api().get(path), 200);
    var bad = member.formatted("x");
    var field = bad.substring(1, bad.indexOf('"', 1));
    var value = bad.substring(bad.indexOf(':') + 1);
    var owner = field.equals("node_uuid") ? "" : "\"node_uuid\":\"%s\",".formatted(node);

    fault(site.api().body("{" + owner + bad + "}").post("/v1/portgroups"), 400);
    fault(
        site.api()
            .body("[{\"op\":\"add\",\"path\":\"/%s\",\"value\":%s}]".formatted(field, value))
            .patch(path),
        400);
    assertThat(ok(site.api().get(path), 200)).isEqualTo(before);
    assertThat(ok(site.api().get("/v1/nodes/" + node + "/portgroups"), 200).path("portgroups"))
        .hasSize(1);
  }

  @Test
  void an_unknown_field_is_400() {
    var node = site.node();

    assertThat(
            fault(
                site.api()
                    .body("{\"node_uuid\":\"%s\",\"unknown\":1}".formatted(node))
                    .post("/v1/portgroups"),
                400))
        .contains("unknown");
    assertThat(fault(site.api().body("{}").post("/v1/portgroups"), 400)).contains("node_uuid");
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}

package dev.assay.api.node;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
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

/** Every row of the table of api.md 9.1. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeFieldsTest {
  private static final String SPEC = "/spec/node-fields.csv";

  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @ParameterizedTest(name = "{0} since 1.{1}")
  @CsvFileSource(resources = SPEC)
  void is_shown_from_its_version_on(String field, int since) {
    var node = site.node();

    assertThat(ok(site.at(since).get("/v1/nodes/" + node), 200).has(field)).isTrue();
    if (since > 1) {
      assertThat(ok(site.at(since - 1).get("/v1/nodes/" + node), 200).has(field)).isFalse();
    }
  }

  @ParameterizedTest(name = "{0} since 1.{1}")
  @CsvFileSource(resources = SPEC)
  void can_be_chosen_from_its_version_on(String field, int since) {
    var node = site.node();
    var path = "/v1/nodes/" + node + "?fields=" + field;

    var shown = ok(site.at(Math.max(since, 8)).get(path), 200);
    assertThat(shown.fieldNames()).toIterable().containsOnly(field, "links");
    if (since > 8) {
      assertThat(site.at(since - 1).get(path).statusCode()).isEqualTo(406);
    }
  }

  @ParameterizedTest(name = "{0} in the default list: {3}")
  @CsvFileSource(resources = SPEC)
  void is_in_the_default_list_or_not(String field, int since, String use, String listed) {
    site.node();

    var row = ok(site.api().get("/v1/nodes?limit=1"), 200).path("nodes").path(0);

    assertThat(row.has(field)).isEqualTo("D".equals(listed));
  }

  @ParameterizedTest(name = "{0} is {2}")
  @CsvFileSource(resources = SPEC)
  void can_be_created_from_its_version_on_or_never(
      String field, int since, String use, String listed, String sample) {
    var unique = UUID.randomUUID().toString();
    var value = sample == null ? "\"" + unique + "\"" : sample.formatted(unique);
    var body =
        field.equals("driver")
            ? "{\"driver\":\"fake-hardware\"}"
            : "{\"driver\":\"fake-hardware\",\"%s\":%s}".formatted(field, value);

    if (!use.contains("C")) {
      assertThat(fault(site.api().body(body).post("/v1/nodes"), 400)).contains(field);
      return;
    }
    if (since > 1 && !value.equals("null")) {
      assertThat(fault(site.at(since - 1).body(body).post("/v1/nodes"), 406)).contains(field);
    }
    var created = ok(site.at(since).body(body).post("/v1/nodes"), 201);
    assertThat(created.path(field).toString()).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0} is {2}")
  @CsvFileSource(resources = SPEC)
  void can_be_patched_from_its_version_on_or_never(
      String field, int since, String use, String listed, String sample) {
    var node = site.node();
    var value = sample == null ? "null" : sample.formatted(UUID.randomUUID());
    var patch = "[{\"op\":\"add\",\"path\":\"/%s\",\"value\":%s}]".formatted(field, value);

    if (!use.contains("P")) {
      assertThat(fault(site.api().body(patch).patch("/v1/nodes/" + node), 400)).contains(field);
      return;
    }
    if (since > 1) {
      var remove = "[{\"op\":\"remove\",\"path\":\"/%s\"}]".formatted(field);
      var old = site.at(since - 1);
      assertThat(fault(old.body(remove).patch("/v1/nodes/" + node), 406)).contains(field);
    }
    var patched = ok(site.at(since).body(patch).patch("/v1/nodes/" + node), 200);
    assertThat(patched.path(field).toString()).isEqualTo(value);
  }

  @Test
  void has_exactly_the_fields_of_the_sample_in_api_md_19() {
    var shown = ok(site.api().get("/v1/nodes/" + site.node()), 200);

    assertThat(shown.size()).isEqualTo(NodeFields.TABLE.fields().size());
    assertThat(shown.path("traits").toString()).isEqualTo("[]");
    assertThat(shown.path("raid_config").toString()).isEqualTo("{}");
    assertThat(shown.path("console_enabled").isBoolean()).isTrue();
    assertThat(shown.path("conductor").asText()).isEqualTo("c1.example");
    assertThat(shown.path("ports").path(0).path("href").asText())
        .endsWith("/v1/nodes/" + shown.path("uuid").asText() + "/ports");
  }

  @Test
  void secrets_are_masked_and_everything_else_is_shown() {
    var node =
        site.node(
            "{\"driver\":\"fake-hardware\",\"driver_info\":{\"redfish_address\":\"a\","
                + "\"redfish_password\":\"p\",\"snmp_auth_key\":\"k\",\"deep\":{\"MyToken\":1}},"
                + "\"instance_info\":{\"configdrive\":{\"a\":1},\"image_url\":\"u\",\"x\":1}}");

    var shown = ok(site.api().get("/v1/nodes/" + node), 200);

    assertThat(shown.path("driver_info").path("redfish_address").asText()).isEqualTo("a");
    assertThat(shown.path("driver_info").path("redfish_password").asText()).isEqualTo("******");
    assertThat(shown.path("driver_info").path("snmp_auth_key").asText()).isEqualTo("******");
    assertThat(shown.path("driver_info").path("deep").path("MyToken").asText()).isEqualTo("******");
    assertThat(shown.path("instance_info").path("configdrive").asText()).isEqualTo("******");
    assertThat(shown.path("instance_info").path("image_url").asText()).isEqualTo("******");
    assertThat(shown.path("instance_info").path("x").asInt()).isEqualTo(1);
  }

  @Test
  void timestamps_have_an_offset() {
    var shown = ok(site.api().get("/v1/nodes/" + site.nodeIn("manageable")), 200);

    assertThat(shown.path("created_at").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?\\+00:00");
    assertThat(shown.path("provision_updated_at").asText()).endsWith("+00:00");
    assertThat(shown.path("updated_at").isNull()).isTrue();
  }

  @ParameterizedTest(name = "{0} at 1.{1} is {2}")
  @org.junit.jupiter.params.provider.CsvSource(
      nullValues = "null",
      value = {
        "available,1,null",
        "available,2,available",
        "inspect wait,38,inspecting",
        "inspect wait,39,inspect wait"
      })
  void states_are_rewritten_for_old_clients(String stored, int version, String shown) {
    var node = site.nodeIn(stored);

    for (var path : new String[] {"/v1/nodes/" + node, "/v1/nodes/" + node + "/states"}) {
      var state = ok(site.at(version).get(path), 200).path("provision_state");
      assertThat(state.isNull() ? null : state.asText()).isEqualTo(shown);
    }
  }
}

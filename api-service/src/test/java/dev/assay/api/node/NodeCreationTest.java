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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Enrolling and naming: api.md 4, 9.5 and 9.6. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeCreationTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void a_node_gets_defaults_location_and_its_first_state() {
    var answer = site.api().body("{\"driver\":\"redfish\"}").post("/v1/nodes");

    var node = ok(answer, 201);
    assertThat(answer.header("Location")).endsWith("/v1/nodes/" + node.path("uuid").asText());
    assertThat(node.path("provision_state").asText()).isEqualTo("enroll");
    assertThat(node.path("boot_interface").asText()).isEqualTo("ipxe");
    assertThat(node.path("inspect_interface").asText()).isEqualTo("agent");
    assertThat(node.path("network_interface").asText()).isEqualTo("noop");
  }

  @ParameterizedTest(name = "at 1.{0} {1}")
  @CsvSource({"10,available", "11,enroll"})
  void the_first_state_depends_on_the_version(int version, String state) {
    var node = ok(site.at(version).body("{\"driver\":\"redfish\"}").post("/v1/nodes"), 201);

    assertThat(node.path("provision_state").asText()).isEqualTo(state);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{\"driver\":null}",
        "{\"driver\":7}",
        "{\"driver\":\"unknown\"}",
        "{\"driver\":\"redfish\",\"conductor_group\":\"nowhere\"}",
        "{\"driver\":\"redfish\",\"conductor_group\":\"a b\"}",
        "{\"driver\":\"redfish\",\"unknown\":1}",
        "{\"driver\":\"redfish\",\"provision_state\":\"available\"}",
        "{\"driver\":\"redfish\",\"uuid\":\"x\"}",
        "{\"driver\":\"redfish\",\"extra\":7}",
        "{\"driver\":\"redfish\",\"boot_interface\":\"fake\"}",
        "{\"driver\":\"redfish\",\"properties\":{\"memory_mb\":-1}}",
        "{\"driver\":\"redfish\",\"properties\":{\"local_gb\":1.5}}",
        "{\"driver\":\"redfish\",\"retired_reason\":\"r\"}",
        "{\"driver\":\"redfish\",\"instance_name\":\"\"}",
        "{\"driver\":\"redfish\",\"parent_node\":\"nobody\"}"
      })
  void what_is_no_node_is_400(String body) {
    fault(site.api().body(body).post("/v1/nodes"), 400);
  }

  @Test
  void too_long_texts_are_400() {
    for (var field : new String[] {"owner", "lessee", "shard", "resource_class", "driver"}) {
      var body =
          field.equals("driver")
              ? "{\"driver\":\"%s\"}".formatted("x".repeat(300))
              : "{\"driver\":\"redfish\",\"%s\":\"%s\"}".formatted(field, "x".repeat(300));
      fault(site.api().body(body).post("/v1/nodes"), 400);
    }
    var description = "{\"driver\":\"redfish\",\"description\":\"%s\"}";
    fault(site.api().body(description.formatted("x".repeat(4097))).post("/v1/nodes"), 400);
    ok(site.api().body(description.formatted("x".repeat(4096))).post("/v1/nodes"), 201);
  }

  @ParameterizedTest(name = "''{0}'' at 1.{1}: {2}")
  @CsvSource({
    "a~b,115,true",
    "a_b.c-d~,115,true",
    "a_b,9,false",
    "a-b.c,9,true",
    "-a,9,false",
    "a b,115,false",
    "ä,115,false",
    "detail,115,false",
    "maintenance,115,false",
    "management,115,false",
    "states,115,false",
    "validate,115,false",
    "vendor_passthru,115,false",
    "6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,115,false"
  })
  void names_have_a_grammar(String name, int version, boolean good) {
    var body = "{\"driver\":\"redfish\",\"name\":\"%s\"}".formatted(name);

    var answer = site.at(version).body(body).post("/v1/nodes");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(good ? 201 : 400);
    site.run("delete from node where name = ?1", name);
  }

  @Test
  void what_is_unique_is_409_with_the_text_that_clients_know() {
    var uuid = UUID.randomUUID().toString();
    var name = "n-" + uuid;
    site.node("{\"driver\":\"redfish\",\"uuid\":\"%s\",\"name\":\"%s\"}".formatted(uuid, name));

    assertThat(
            fault(
                site.api()
                    .body("{\"driver\":\"redfish\",\"uuid\":\"%s\"}".formatted(uuid))
                    .post("/v1/nodes"),
                409))
        .isEqualTo("A node with UUID %s already exists.".formatted(uuid));
    assertThat(
            fault(
                site.api()
                    .body("{\"driver\":\"redfish\",\"name\":\"%s\"}".formatted(name))
                    .post("/v1/nodes"),
                409))
        .isEqualTo("A node with name %s already exists.".formatted(name));
  }

  @Test
  void no_name_and_the_empty_group_are_taken_at_any_version() {
    ok(
        site.at(1)
            .body("{\"driver\":\"redfish\",\"name\":null,\"conductor_group\":\"\"}")
            .post("/v1/nodes"),
        201);
  }

  @Test
  void a_node_is_found_by_uuid_in_any_form_and_by_name() {
    var name = "n-" + UUID.randomUUID() + ".json";
    var node = site.node("{\"driver\":\"redfish\",\"name\":\"%s\"}".formatted(name));

    for (var ident :
        new String[] {node, node.replace("-", ""), node.toUpperCase(java.util.Locale.ROOT), name}) {
      assertThat(ok(site.api().get("/v1/nodes/" + ident), 200).path("uuid").asText())
          .isEqualTo(node);
    }
    assertThat(ok(site.at(90).get("/v1/nodes/" + name), 200).path("uuid").asText()).isEqualTo(node);
    assertThat(site.at(4).get("/v1/nodes/" + name).statusCode()).isEqualTo(404);
    assertThat(fault(site.api().get("/v1/nodes/nobody"), 404))
        .isEqualTo("Node nobody could not be found.");
    assertThat(fault(site.api().get("/v1/nodes/a!b"), 400))
        .isEqualTo("Expected a logical name or UUID but received a!b.");
  }
}

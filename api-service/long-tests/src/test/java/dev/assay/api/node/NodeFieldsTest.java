package dev.assay.api.node;

import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.NodeFieldPatchContract;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SpecField;
import dev.assay.api.testing.SpecTable;
import dev.assay.attribute.Attribute;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.node.NodeAttributeTable;
import dev.assay.registration.Conductors;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of the table of api.md 9.1. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@SpecTable("/spec/node-fields.csv")
class NodeFieldsTest extends NodeFieldPatchContract {
  /** Accepts two implementations where every driver of Assay accepts one. */
  private static final DriverDescription CHOICES =
      new DriverDescription(
          "test-choices",
          Map.of(
              InterfaceType.MANAGEMENT, List.of("fake", "noop"),
              InterfaceType.POWER, List.of("fake", "agent")),
          Map.of(),
          Set.of(),
          List.of());

  @Inject Conductors conductors;

  @BeforeEach
  void register() {
    site.within(
        () -> conductors.register("choices.example", "", List.of(CHOICES), Duration.ofHours(1)));
  }

  @Test
  void has_a_row_for_every_attribute() {
    var missing =
        new ArrayList<>(NodeAttributeTable.TABLE.rows().stream().map(Attribute::name).toList());
    SpecField.table("/spec/node-fields.csv").forEach(row -> missing.remove(row.name()));

    assertThat(missing)
        .as("add a row for each of these to api-service/src/test/resources/spec/node-fields.csv")
        .isEmpty();
  }

  @Override
  protected String collection() {
    return "nodes";
  }

  @Override
  protected ObjectNode smallest(String field) {
    var driver =
        switch (field) {
          case "boot_interface" -> "redfish"; // fake-hardware accepts only one
          case "management_interface", "power_interface" -> CHOICES.name();
          default -> "fake-hardware";
        };
    return StoredJson.object().put("driver", driver);
  }

  @Override
  protected String only(String sorted, List<ObjectNode> bodies) {
    var ofOwner = Set.of("owner", "parent_node").contains(sorted); // a parent has the same owner
    var mark = ofOwner ? "lessee" : "owner";
    var unique = UUID.randomUUID().toString();
    bodies.forEach(body -> created(body.put(mark, unique)));
    return "&include_children=true&%s=%s".formatted(mark, unique);
  }

  @Override
  protected String query(String field, int version) {
    return field.equals("driver") && version == Site.NEWEST ? "?reset_interfaces=true" : "";
  }

  @Override
  protected Set<String> closed() {
    return Set.of("inspecting", "cleaning");
  }

  @Override
  protected void move(String node, String state) {
    site.move(node, state);
  }

  @Override
  protected void maintain(String node) {
    site.set(node, "maintenance", true);
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
  @CsvSource(
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

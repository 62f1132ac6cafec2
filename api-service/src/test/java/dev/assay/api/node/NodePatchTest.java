package dev.assay.api.node;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.secret.Keyring;
import dev.assay.secret.SecretColumn;
import dev.assay.storedjson.StoredJson;
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

/** Patches of nodes: api.md 6 and 9.7. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodePatchTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @ParameterizedTest(name = "P1, P2: {0}")
  @ValueSource(
      strings = {
        "{}",
        "[1]",
        "[{\"op\":\"add\",\"path\":\"/extra/a\"}]",
        "[{\"op\":\"move\",\"path\":\"/extra/a\",\"value\":1}]",
        "[{\"op\":\"test\",\"path\":\"/extra/a\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/extra/a\",\"value\":1,\"from\":\"/b\"}]",
        "[{\"path\":\"/extra/a\",\"value\":1}]",
        "[{\"op\":\"add\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"extra\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/extra/\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":7,\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/extra/a~2\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/uuid\",\"value\":\"x\"}]",
        "[{\"op\":\"add\",\"path\":\"/traits\",\"value\":[]}]",
        "[{\"op\":\"add\",\"path\":\"/unknown\",\"value\":1}]",
        "[{\"op\":\"replace\",\"path\":\"/extra/missing\",\"value\":1}]",
        "[{\"op\":\"remove\",\"path\":\"/extra/missing\"}]",
        "[{\"op\":\"add\",\"path\":\"/extra/missing/deep\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/extra/list/9\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/extra/list/99999999999999999999\",\"value\":1}]",
        "[{\"op\":\"add\",\"path\":\"/extra/list/x\",\"value\":1}]",
        "[{\"op\":\"replace\",\"path\":\"/extra/list/-\",\"value\":1}]",
        "[{\"op\":\"remove\",\"path\":\"/extra/list/-\"}]",
        "[{\"op\":\"remove\",\"path\":\"/extra/list/7\"}]",
        "[{\"op\":\"add\",\"path\":\"/name/a\",\"value\":1}]",
        "[{\"op\":\"remove\",\"path\":\"/driver\"}]",
        "[{\"op\":\"add\",\"path\":\"/driver\",\"value\":null}]",
        "[{\"op\":\"add\",\"path\":\"/extra\",\"value\":[]}]",
        "[{\"op\":\"add\",\"path\":\"/maintenance\",\"value\":\"perhaps\"}]",
        "[{\"op\":\"add\",\"path\":\"/properties/memory_mb\",\"value\":-1}]",
        "[{\"op\":\"add\",\"path\":\"/properties/local_gb\",\"value\":\"ten\"}]",
        "[{\"op\":\"add\",\"path\":\"/name\",\"value\":\"states\"}]",
        "[{\"op\":\"add\",\"path\":\"/name\",\"value\":\"\"}]",
        "[{\"op\":\"add\",\"path\":\"/owner\",\"value\":\"\\u0000\"}]",
        "[{\"op\":\"add\",\"path\":\"/retired_reason\",\"value\":\"r\"}]",
        "[{\"op\":\"add\",\"path\":\"/protected_reason\",\"value\":\"r\"}]",
        "[{\"op\":\"add\",\"path\":\"/chassis_uuid\",\"value\":\"x\"}]",
        "[{\"op\":\"add\",\"path\":\"/parent_node\",\"value\":\"nobody\"}]",
        "[{\"op\":\"add\",\"path\":\"/driver\",\"value\":\"unknown\"}]",
        "[{\"op\":\"add\",\"path\":\"/conductor_group\",\"value\":\"nowhere\"}]",
        "[{\"op\":\"add\",\"path\":\"/boot_interface\",\"value\":\"unknown\"}]"
      })
  void what_cannot_be_applied_is_400_and_changes_nothing(String patch) {
    var node = site.node("{\"driver\":\"fake-hardware\",\"extra\":{\"list\":[1]}}");
    var before = show(node);

    fault(patch(node, patch), 400);

    assertThat(show(node)).isEqualTo(before);
  }

  @Test
  void P1_an_empty_patch_changes_nothing() {
    var node = site.node();
    var before = show(node);

    assertThat(ok(patch(node, "[]"), 200)).isEqualTo(before);
  }

  @Test
  void P1_both_content_types_are_taken() {
    var node = site.node();

    var answer =
        site.api()
            .contentType("application/json-patch+json")
            .body("[{\"op\":\"add\",\"path\":\"/extra/a\",\"value\":null}]".getBytes(UTF_8))
            .patch("/v1/nodes/" + node);

    assertThat(ok(answer, 200).path("extra").toString()).isEqualTo("{\"a\":null}");
  }

  @Test
  void P2_escapes_are_decoded_from_1_98_on() {
    var node = site.node();
    var patch = "[{\"op\":\"add\",\"path\":\"/extra/a~1b~0c d\",\"value\":1}]";

    fault(site.at(97).body(patch).patch("/v1/nodes/" + node), 400);
    assertThat(ok(site.at(98).body(patch).patch("/v1/nodes/" + node), 200).path("extra").toString())
        .isEqualTo("{\"a/b~c d\":1}");
  }

  @Test
  void P2_only_two_escapes_are_decoded() {
    var node = site.node("{\"driver\":\"fake-hardware\",\"extra\":{\"a=b\":1,\"a~2b\":2}}");

    var added = patch(node, "[{\"op\":\"add\",\"path\":\"/extra/c~02d\",\"value\":3}]");
    assertThat(ok(added, 200).at("/extra/c~02d").intValue()).isEqualTo(3);
    var removed = patch(node, "[{\"op\":\"remove\",\"path\":\"/extra/a~02b\"}]");
    assertThat(ok(removed, 200).path("extra").toString()).isEqualTo("{\"a=b\":1,\"c~2d\":3}");
  }

  @ParameterizedTest(name = "P2: {0} times {1}")
  @CsvSource({"200000, a", "100000, /a"})
  void a_path_of_any_length_is_the_clients_to_answer_for(int times, String part) {
    var node = site.node();
    var path = "/extra" + (part.startsWith("/") ? "" : "/") + part.repeat(times);
    var patch = "[{\"op\":\"remove\",\"path\":\"%s\"}]".formatted(path);

    fault(site.at(97).body(patch).patch("/v1/nodes/" + node), 400);
    fault(site.at(98).body(patch).patch("/v1/nodes/" + node), 400);
  }

  @Test
  void P5_operations_together_nest_no_deeper_than_can_be_shown() {
    var node = site.node();
    var deep = "{\"a\":".repeat(20) + "1" + "}".repeat(20);
    var patch =
        "[{\"op\":\"replace\",\"path\":\"/extra\",\"value\":%1$s},"
            + "{\"op\":\"add\",\"path\":\"/extra%2$s\",\"value\":%1$s},"
            + "{\"op\":\"add\",\"path\":\"/extra%3$s\",\"value\":%1$s}]";

    fault(patch(node, patch.formatted(deep, "/a".repeat(20), "/a".repeat(40))), 400);

    assertThat(show(node).path("extra")).isEmpty();
    ok(patch(node, patch.formatted(deep, "/a".repeat(20), "/a".repeat(30))), 200);
    ok(site.api().get("/v1/nodes/detail"), 200);
  }

  @ParameterizedTest(name = "P3: {0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "add     | /extra/new     | 7 | {\"list\":[1,2],\"k\":{\"d\":1},\"new\":7}",
        "add     | /extra/list/0  | 7 | {\"list\":[7,1,2],\"k\":{\"d\":1}}",
        "add     | /extra/list/-  | 7 | {\"list\":[1,2,7],\"k\":{\"d\":1}}",
        "replace | /extra/list/1  | 7 | {\"list\":[1,7],\"k\":{\"d\":1}}",
        "remove  | /extra/list/0  |   | {\"list\":[2],\"k\":{\"d\":1}}",
        "replace | /extra/k/d     | 7 | {\"list\":[1,2],\"k\":{\"d\":7}}",
        "add     | /extra/k/2     | 7 | {\"list\":[1,2],\"k\":{\"d\":1,\"2\":7}}",
        "remove  | /extra/k       |   | {\"list\":[1,2]}",
        "replace | /extra         | {\"x\":1} | {\"x\":1}",
        "remove  | /extra         |   | {}"
      })
  void an_operation_is_applied(String op, String path, String value, String result) {
    var node =
        site.node("{\"driver\":\"fake-hardware\",\"extra\":{\"list\":[1,2],\"k\":{\"d\":1}}}");
    var operand = value == null ? "" : ",\"value\":" + value;

    var patched =
        ok(patch(node, "[{\"op\":\"%s\",\"path\":\"%s\"%s}]".formatted(op, path, operand)), 200);

    var expected = StoredJson.read(result, JsonNode.class);
    assertThat(patched.path("extra")).isEqualTo(expected);
    assertThat(show(node).path("extra")).isEqualTo(expected);
  }

  @ParameterizedTest(name = "P4: {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "name|null",
        "owner|null",
        "description|null",
        "maintenance|false",
        "retired|false",
        "properties|{}",
        "driver_info|{}",
        "automated_clean|null",
        "conductor_group|\"\"",
        "inspect_interface|\"fake\"",
        "resource_class|null"
      })
  void P4_removal_gives_the_default(String field, String value) {
    var node =
        site.node(
            "{\"driver\":\"fake-hardware\",\"name\":\"n-%s\",\"owner\":\"o\",\"description\":\"d\","
                    .formatted(UUID.randomUUID())
                + "\"maintenance\":true,\"retired\":true,\"properties\":{\"a\":1},"
                + "\"driver_info\":{\"a\":1},\"automated_clean\":true,\"conductor_group\":\"OTHER\","
                + "\"inspect_interface\":\"agent\",\"resource_class\":\"r\"}");
    assertThat(show(node).path("conductor_group").asText()).isEqualTo("other");

    var patched = ok(patch(node, "[{\"op\":\"remove\",\"path\":\"/%s\"}]".formatted(field)), 200);

    assertThat(patched.path(field).toString()).isEqualTo(value);
  }

  @Test
  void P5_operations_apply_in_order_and_all_or_none() {
    var node = site.node();

    ok(
        patch(
            node,
            "[{\"op\":\"add\",\"path\":\"/extra/a\",\"value\":{}},"
                + "{\"op\":\"add\",\"path\":\"/extra/a/b\",\"value\":1}]"),
        200);
    fault(
        patch(
            node,
            "[{\"op\":\"remove\",\"path\":\"/extra/a\"},"
                + "{\"op\":\"replace\",\"path\":\"/extra/a/b\",\"value\":2}]"),
        400);

    assertThat(show(node).path("extra").toString()).isEqualTo("{\"a\":{\"b\":1}}");
  }

  @Test
  void P5_a_patch_that_changes_nothing_does_not_touch_updated_at() {
    var node = site.node();

    ok(patch(node, "[{\"op\":\"add\",\"path\":\"/maintenance\",\"value\":\"no\"}]"), 200);
    assertThat(show(node).path("updated_at").isNull()).isTrue();
    ok(patch(node, "[{\"op\":\"add\",\"path\":\"/maintenance\",\"value\":\"YES\"}]"), 200);
    assertThat(show(node).path("updated_at").isNull()).isFalse();
  }

  @Test
  void P6_a_mask_is_taken_literally() {
    var node = site.node("{\"driver\":\"fake-hardware\",\"driver_info\":{\"password\":\"p\"}}");

    ok(
        patch(node, "[{\"op\":\"add\",\"path\":\"/driver_info/password\",\"value\":\"******\"}]"),
        200);

    var row = UUID.fromString(node);
    var stored = (String) site.ask("select driver_info #>> '{}' from node where uuid = ?1", row);
    assertThat(Keyring.installed().open(stored, new SecretColumn("node", row, "driver_info")))
        .isEqualTo("{\"password\":\"******\"}");
  }

  @Test
  void a_read_only_attribute_is_400_even_for_a_node_that_does_not_exist() {
    fault(
        patch(UUID.randomUUID().toString(), "[{\"op\":\"remove\",\"path\":\"/last_error\"}]"), 400);
    fault(patch(UUID.randomUUID().toString(), "[{\"op\":\"remove\",\"path\":\"/extra\"}]"), 404);
  }

  @Test
  void reset_interfaces_gives_a_new_driver_its_own_interfaces() {
    var node = site.node();
    var patch = "[{\"op\":\"replace\",\"path\":\"/driver\",\"value\":\"redfish\"}]";
    var path = "/v1/nodes/" + node + "?reset_interfaces=true";

    fault(patch(node, patch), 400);
    assertThat(site.at(44).body(patch).patch(path).statusCode()).isEqualTo(406);
    fault(site.api().body("[]").patch(path), 400);
    var patched = ok(site.api().body(patch).patch(path), 200);

    assertThat(patched.path("boot_interface").asText()).isEqualTo("ipxe");
    assertThat(patched.path("inspect_interface").asText()).isEqualTo("agent");
  }

  @Test
  void names_and_instances_are_unique() {
    var name = "n-" + UUID.randomUUID();
    var instance = UUID.randomUUID().toString();
    site.node(
        "{\"driver\":\"fake-hardware\",\"name\":\"%s\",\"instance_uuid\":\"%s\"}"
            .formatted(name, instance));
    var node = site.node();

    assertThat(fault(patch(node, add("name", "\"" + name + "\"")), 409))
        .isEqualTo("A node with name %s already exists.".formatted(name));
    fault(patch(node, add("instance_uuid", "\"" + instance + "\"")), 409);
  }

  @Test
  void an_instance_is_not_overwritten() {
    var node = site.node();
    ok(patch(node, add("instance_uuid", "\"" + UUID.randomUUID() + "\"")), 200);

    fault(patch(node, add("instance_uuid", "\"" + UUID.randomUUID() + "\"")), 409);
    ok(patch(node, "[{\"op\":\"remove\",\"path\":\"/instance_uuid\"}]"), 200);
  }

  @Test
  void the_display_name_fills_an_empty_instance_name_and_nothing_else() {
    var node = site.node();

    var filled = ok(patch(node, add("instance_info/display_name", "\"one\"")), 200);
    assertThat(filled.path("instance_name").asText()).isEqualTo("one");
    var named = ok(patch(node, add("instance_name", "\"two\"")), 200);
    assertThat(named.path("instance_name").asText()).isEqualTo("two");
    assertThat(named.path("instance_info").path("display_name").asText()).isEqualTo("one");
    var displayed = ok(patch(node, add("instance_info/display_name", "\"three\"")), 200);
    assertThat(displayed.path("instance_name").asText()).isEqualTo("two");
    var gone = ok(patch(node, "[{\"op\":\"remove\",\"path\":\"/instance_info\"}]"), 200);
    assertThat(gone.path("instance_name").asText()).isEqualTo("two");
    var created =
        site.node(
            "{\"driver\":\"fake-hardware\",\"instance_name\":\"own\","
                + "\"instance_info\":{\"display_name\":\"shown\"}}");
    assertThat(show(created).path("instance_name").asText()).isEqualTo("own");
    assertThat(show(created).path("instance_info").path("display_name").asText())
        .isEqualTo("shown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"retired", "protected"})
  void a_flag_that_is_taken_off_takes_its_reason_along(String flag) {
    var node = site.nodeIn("active");
    var reason = flag + "_reason";
    ok(
        patch(
            node,
            "[{\"op\":\"add\",\"path\":\"/%s\",\"value\":true},".formatted(flag)
                + "{\"op\":\"add\",\"path\":\"/%s\",\"value\":\"why\"}]".formatted(reason)),
        200);

    fault(
        patch(
            node,
            "[{\"op\":\"add\",\"path\":\"/%s\",\"value\":false},".formatted(flag)
                + "{\"op\":\"add\",\"path\":\"/%s\",\"value\":\"other\"}]".formatted(reason)),
        400);
    var removed = ok(patch(node, "[{\"op\":\"remove\",\"path\":\"/%s\"}]".formatted(flag)), 200);

    assertThat(removed.path(flag).asBoolean()).isFalse();
    assertThat(removed.path(reason).isNull()).isTrue();
  }

  @Test
  void a_parent_may_be_given_by_name() {
    var name = "n-" + UUID.randomUUID();
    var parent = site.node("{\"driver\":\"fake-hardware\",\"name\":\"%s\"}".formatted(name));
    var node = site.node();

    var patched = ok(patch(node, add("parent_node", "\"" + name + "\"")), 200);

    assertThat(patched.path("parent_node").asText()).isEqualTo(parent);
  }

  @Test
  void leaving_maintenance_clears_reason_and_fault() {
    var node = site.node();
    site.api().body("{\"reason\":\"broken\"}").put("/v1/nodes/" + node + "/maintenance");
    site.set(node, "fault", "power failure");
    assertThat(show(node).path("maintenance_reason").asText()).isEqualTo("broken");

    var patched = ok(patch(node, add("maintenance", "false")), 200);

    assertThat(patched.path("maintenance_reason").isNull()).isTrue();
    assertThat(patched.path("fault").isNull()).isTrue();
  }

  private static String add(String path, String value) {
    return "[{\"op\":\"add\",\"path\":\"/%s\",\"value\":%s}]".formatted(path, value);
  }

  private Response patch(String node, String patch) {
    return site.api().body(patch).patch("/v1/nodes/" + node);
  }

  @Test
  void the_chassis_is_removed_from_1_25_on() {
    var node = "/v1/nodes/" + site.node();
    var remove = "[{\"op\":\"remove\",\"path\":\"/chassis_uuid\"}]";

    assertThat(fault(site.at(24).body(remove).patch(node), 406)).contains("chassis_uuid", "1.25");
    ok(site.at(25).body(remove).patch(node), 200);
  }

  private JsonNode show(String node) {
    return ok(site.api().get("/v1/nodes/" + node), 200);
  }
}

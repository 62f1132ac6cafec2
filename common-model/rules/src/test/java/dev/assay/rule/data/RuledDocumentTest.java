package dev.assay.rule.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.Path;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 8 and 9. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuledDocumentTest {
  private final ChangeLog changeLog = new ChangeLog();
  private final ObjectNode unmasked =
      (ObjectNode)
          json(
              """
              {"uuid": "u", "driver": "ipmi", "name": null, "properties": {}, "extra": {"a": 1},
               "driver_info": {"ipmi_password": "s3cret", "x": [{"api_token": 5}]},
               "conductor_group": "g"}
              """);
  private final RuledDocument node = RuledDocument.node(unmasked, changeLog);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name              | 5                     | \"5\"",
        "name              | null                  | null",
        "driver            | \"redfish\"           | \"redfish\"",
        "resource_class    | 1.5                   | \"1.5\"",
        "maintenance       | true                  | true",
        "retired           | \"False\"             | false",
        "automated_clean   | null                  | null",
        "parent_node       | \"D2630783-6ec8-4836-b556-ab427c4b581e\" | \"d2630783-6ec8-4836-b556-ab427c4b581e\"",
        "inspect_interface | \"agent\"             | \"agent\"",
        "extra             | {\"b\": 2}            | {\"b\": 2}",
        "description       | \"a\\u0000b\"         | \"a\uFFFDb\""
      })
  void a_field_takes_what_its_type_takes(String field, String value, String stored) {
    node.set(Path.parse(field), json(value));

    assertThat(unmasked.get(field)).isEqualTo(json(stored));
    assertThat(node.masked().get(field)).isEqualTo(json(stored));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name            | \"a b\"  | Invalid name for node: 'a b'",
        "name            | \"d2630783-6ec8-4836-b556-ab427c4b581e\" | is not a UUID",
        "driver          | null     | the value is mandatory and cannot be null",
        "driver          | \"\"     | the value must have 1 to 255 characters",
        "driver          | [1]      | the value must be a string",
        "maintenance     | 1        | the value must be true or false",
        "maintenance     | null     | the value cannot be null",
        "extra           | null     | the value cannot be null",
        "properties      | \"text\" | the value must be an object",
        "instance_uuid   | \"x\"    | Expected a UUID but received x",
        "uuid            | \"x\"    | field uuid of a node is read-only",
        "driver_internal_info/a | 1 | field driver_internal_info of a node is read-only",
        "driver/a        | 1        | field driver of a node is no object",
        "nosuch          | 1        | a node has no field 'nosuch'",
        "extra/a/b       | 1        | a is no object"
      })
  void another_value_or_place_is_refused_and_changes_nothing(
      String path, String value, String why) {
    var before = unmasked.deepCopy();

    assertThatThrownBy(() -> node.set(Path.parse(path), json(value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
    assertThat(unmasked).isEqualTo(before);
    assertThat(changeLog.takeChanges()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"name, null", "extra, {}", "conductor_group, ''", "maintenance, false"})
  void a_field_that_is_removed_has_its_default(String field, String fallback) {
    node.remove(Path.parse(field));

    assertThat(unmasked.get(field)).isEqualTo(json(fallback.isEmpty() ? "\"\"" : fallback));
  }

  @Test
  void a_field_that_must_be_there_is_not_removed() {
    assertThatThrownBy(() -> node.remove(Path.parse("driver")))
        .hasMessageContaining("the value is mandatory");
    assertThat(unmasked.get("driver").textValue()).isEqualTo("ipmi");
  }

  @Test
  void the_view_hides_secrets_and_shows_every_change() {
    assertThat(node.masked().get("driver_info"))
        .isEqualTo(json("{\"ipmi_password\": \"***\", \"x\": [{\"api_token\": \"***\"}]}"));

    node.set(Path.parse("driver_info/x"), json("{\"client_SECRET\": 1, \"port\": 2}"));
    node.remove(Path.parse("driver_info/ipmi_password"));

    assertThat(node.masked().get("driver_info"))
        .isEqualTo(json("{\"x\": {\"client_SECRET\": \"***\", \"port\": 2}}"));
    assertThat(unmasked.get("driver_info"))
        .isEqualTo(json("{\"x\": {\"client_SECRET\": 1, \"port\": 2}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "auth_token", "bmc_password"})
  void plugin_data_hides_exactly_three_names(String name) {
    var data =
        (ObjectNode) json("{\"a\": [{\"%s\": {\"x\": 1}, \"my_%s\": 2}]}".formatted(name, name));

    assertThat(RuledDocument.pluginData(data, changeLog).masked())
        .isEqualTo(json("{\"a\": [{\"%s\": \"***\", \"my_%s\": 2}]}".formatted(name, name)));
  }

  @Test
  void what_is_set_is_a_copy() {
    var value = (ObjectNode) json("{\"k\": 1}");

    node.set(Path.parse("extra/x"), value);
    value.put("k", 2);

    assertThat(unmasked.at("/extra/x/k").intValue()).isEqualTo(1);
  }

  @Test
  void nothing_is_written_that_is_nested_too_deeply() {
    var deep = json("[".repeat(50) + "]".repeat(50));

    assertThatThrownBy(() -> node.set(Path.parse("extra/x"), deep))
        .hasMessage("the value would be nested deeper than 50");
  }

  @Test
  void keys_that_are_made_are_bounded_as_values_are() {
    var before = unmasked.deepCopy();
    var longKey = Path.parse("extra/x/" + "k".repeat(256));
    assertThatThrownBy(() -> node.set(longKey, json("1")))
        .hasMessage("a key of the path has 256 characters, at most 255 are possible");
    assertThat(unmasked).isEqualTo(before);

    var deep = "/%d" + "/".concat("k".repeat(250)).repeat(40);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 2000; i++) {
                node.set(Path.parse("extra" + deep.formatted(i)), json("1"));
              }
            })
        .hasMessageContaining("have written more than 16777216 characters");
    assertThat(unmasked.get("extra").size()).isBetween(1000, 1999);
  }

  @Test
  void a_path_is_told_in_few_words() {
    var path = Path.parse("extra" + "/".concat("k".repeat(200)).repeat(40));

    node.remove(path);
    node.set(path, json("1"));
    node.remove(path);

    assertThat(changeLog.takeWarnings()).singleElement().asString().hasSizeLessThan(250);
    assertThat(changeLog.takeChanges()).hasSize(2).allMatch(told -> told.length() < 250);
    assertThatThrownBy(() -> node.set(Path.parse("nosuch" + "h".repeat(5000)), json("1")))
        .message()
        .hasSizeLessThan(2000)
        .contains("hhh...");
  }

  @Test
  void what_a_sensitive_rule_writes_is_hidden_from_people() {
    changeLog.sensitive(true);
    node.set(Path.parse("extra/x"), json("{\"the-key\": [\"lab-7\", 12345, true]}"));
    node.extend(Path.parse("extra/list"), json("\"lab-8\""), false);
    changeLog.sensitive(false);
    node.set(Path.parse("extra/y"), json("\"lab-9\""));

    assertThat(changeLog.shown("the-key lab-7 12345 lab-8")).isEqualTo("*** *** *** ***");
    assertThat(changeLog.shown("lab-9 true")).isEqualTo("lab-9 true");
  }

  @Test
  void of_a_list_that_is_replaced_only_what_is_new_is_hidden() {
    node.overwrite("traits", json("[\"CUSTOM_OPEN\"]"));
    changeLog.sensitive(true);
    node.overwrite("traits", json("[\"CUSTOM_OPEN\", \"CUSTOM_HUSH\"]"));

    assertThat(changeLog.shown("CUSTOM_OPEN CUSTOM_HUSH")).isEqualTo("CUSTOM_OPEN ***");
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}

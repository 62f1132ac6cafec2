package dev.assay.simulator.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TemplateTest {
  private static final String SMALLEST =
      """
      {
        "values": {"serial": "${serial A, 7}", "size": {"$oneOf": [{"gib": 4}, {"gib": 8}]}},
        "bmc": {
          "system": {"Id": "1", "Manufacturer": "ACME", "SerialNumber": "${serial}"},
          "manager": {"Id": "1"},
          "chassis": {}
        },
        "payload": {
          "inventory": {
            "interfaces": [{"mac_address": "${mac b8:59:9f, 0}"}],
            "cpu": {},
            "disks": [],
            "memory": {},
            "system_vendor": {},
            "boot": {}
          },
          "boot_interface": null,
          "more": "nothing",
          "error": null
        }
      }
      """;

  private static final Identity MACHINE = new Identity(1, 5);

  /**
   * The smallest template, with {@code json} as a member of its payload, filled for one machine.
   */
  private static JsonNode filled(String json) {
    return Template.parse("acme.json", withMore(json)).fill("payload/more", MACHINE);
  }

  private static String withMore(String json) {
    return SMALLEST.replace("\"nothing\"", json);
  }

  private static void assertRefused(String template, String reason) {
    assertThatThrownBy(() -> Template.parse("acme.json", template))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("acme.json: ")
        .hasMessageContaining(reason);
  }

  @Nested
  class A_placeholder {
    @Test
    void is_replaced_within_a_string() {
      assertThat(filled("\"01-${dashed ${mac b8:59:9f, 2}}\"").asText())
          .isEqualTo("01-" + MACHINE.mac("b8:59:9f", 2).replace(':', '-'));
    }

    @Test
    void that_is_the_whole_string_keeps_its_type() {
      assertThat(filled("\"${size.gib}\"").isNumber()).isTrue();
      assertThat(filled("\"${size}\"").isObject()).isTrue();
      assertThat(filled("\"${size.gib} GiB\"").asText()).matches("[48] GiB");
    }

    @Test
    void of_a_choice_is_always_the_same_for_a_machine() {
      var template = Template.parse("acme.json", withMore("\"${size.gib}\""));

      assertThat(template.fill("payload/more", MACHINE))
          .isEqualTo(template.fill("payload/more", MACHINE));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            ${mcc b8:59:9f, 0}   | payload/more: unknown placeholder ${mcc b8:59:9f, 0}
            ${size.mib}          | payload/more: unknown placeholder ${size.mib}
            ${mac b8:59:9f}      | payload/more: ${mac b8:59:9f} is not of the form ${mac PREFIX, SLOT}
            ${mac b8:59:9f, one} | payload/more: ${mac b8:59:9f, one} needs a number
            ${mac b8:59:9f, 128} | payload/more: slot 128 is not in 0..127
            all of ${size}       | payload/more: ${size} is not text
            ${serial             | payload/more: a placeholder is not closed: ${serial
            """)
    void that_is_wrong_is_refused_with_file_and_place(String text, String reason) {
      assertRefused(withMore('"' + text + '"'), reason);
    }

    @Test
    void of_a_value_that_contains_itself_is_refused() {
      assertRefused(
          SMALLEST.replace("${serial A, 7}", "A${serial}"), "${serial}: ${serial} contains itself");
    }
  }

  @Nested
  class A_repetition {
    @Test
    void stands_for_its_items_among_other_elements() {
      assertThat(
              filled(
                  """
                  [
                    "first",
                    {
                      "$repeat": {"disk": "0..1", "letters": "y..z"},
                      "$items": ["sd${letters}", {"number": "${disk}"}]
                    },
                    "last"
                  ]
                  """))
          .hasToString("[\"first\",\"sdy\",{\"number\":0},\"sdz\",{\"number\":1},\"last\"]");
    }

    @Test
    void may_be_an_item_of_another() {
      assertThat(
              filled(
                  """
                  [{"$repeat": {"card": "1..2"}, "$items": [
                    {"$repeat": {"port": "0..1"}, "$items": ["${card}.${port}"]}
                  ]}]
                  """))
          .hasToString("[\"1.0\",\"1.1\",\"2.0\",\"2.1\"]");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            8..11      | 8 9 10 11
            08..11     | 08 09 10 11
            0x08..0x0b | 08 09 0a 0b
            y..ab      | y z aa ab
            2..8..2    | 2 4 6 8
            """)
    void counts_in_the_notation_of_its_range(String range, String values) {
      var items =
          filled("[{\"$repeat\": {\"n\": \"%s\"}, \"$items\": [\"${n}\"]}]".formatted(range));

      assertThat(items.valueStream().map(JsonNode::asText)).containsExactly(values.split(" "));
    }

    @Test
    void starts_short_counters_again() {
      assertThat(
              filled(
                  """
                  [{"$repeat": {"core": "0..3", "node": ["a", "b"]}, "$items": ["${core}${node}"]}]
                  """))
          .hasToString("[\"0a\",\"1b\",\"2a\",\"3b\"]");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"$repeat": {"n": "0-7"}, "$items": []}              | "0-7" is not a range such as 0..7
            {"$repeat": {"n": "0..3", "m": "0..2"}, "$items": []} | counter m has 3 values
            {"$repeat": {"n": "0..3", "m": "3..0"}, "$items": []} | counter m has 0 values
            {"$repeat": {"n": "0..3"}}                           | $repeat needs $items
            {"$repeat": {"n": "0..3"}, "$items": {}}             | $repeat needs $items
            {"$repaet": {"n": "0..3"}, "$items": []}             | $repaet has no meaning here
            {"$repeat": {"n": "0..3"}, "$items": ["${m}"]}       | unknown placeholder ${m}
            """)
    void that_is_wrong_is_refused_with_file_and_place(String repetition, String reason) {
      assertRefused(withMore('[' + repetition + ']'), "payload/more/0");
      assertRefused(withMore('[' + repetition + ']'), reason);
    }
  }

  @Nested
  class A_template {
    @Test
    void is_copied_for_each_caller() {
      var template = Template.parse("acme.json", SMALLEST);

      template.fillObject("payload", MACHINE).removeAll();

      assertThat(template.fillObject("payload", MACHINE)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "bmc/system/Id",
          "bmc/system/Manufacturer",
          "bmc/system/SerialNumber",
          "bmc/manager/Id",
          "bmc/chassis",
          "payload/inventory/interfaces",
          "payload/inventory/cpu",
          "payload/inventory/boot",
          "payload/boot_interface",
          "payload/error"
        })
    void without_a_required_member_is_refused(String path) {
      var name = path.substring(path.lastIndexOf('/') + 1);
      var at = path.startsWith("bmc/manager") ? SMALLEST.indexOf("\"manager\"") : 0;
      var without =
          SMALLEST.substring(0, at)
              + SMALLEST.substring(at).replaceFirst("\"" + name + "\"", "\"other\"");

      assertRefused(without, path + " is missing");
    }

    @Test
    void whose_interface_has_no_MAC_is_refused() {
      assertRefused(
          SMALLEST.replace("mac_address", "address"),
          "payload/inventory/interfaces/0/mac_address is missing");
    }

    @Test
    void without_an_object_for_the_payload_is_refused() {
      assertRefused("{\"bmc\": {}, \"payload\": []}", "payload is not an object");
      assertRefused("{\"bmc\": {}}", "payload is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"gib\": 4}, {\"mib\": 8192}]", "[{\"mib\": 4096}, {\"gib\": 8}]"})
    void one_of_whose_choices_lacks_a_member_is_refused(String choices) {
      assertRefused(
          withMore("\"${size.gib}\"").replace("[{\"gib\": 4}, {\"gib\": 8}]", choices),
          "payload/more: unknown placeholder ${size.gib}");
    }

    @Test
    void without_choices_is_refused() {
      assertRefused(
          withMore("\"${size.gib}\"").replace("[{\"gib\": 4}, {\"gib\": 8}]", "[]"),
          "payload/more/${size}: $oneOf is not a list of choices");
    }

    @Test
    void that_is_not_JSON_or_says_something_twice_is_refused_with_its_line() {
      assertRefused(SMALLEST.replace("\"bmc\":", "\"bmc\""), "line: 3");
      assertRefused(SMALLEST.replace("\"cpu\"", "\"disks\""), "Duplicate field 'disks'");
    }
  }
}

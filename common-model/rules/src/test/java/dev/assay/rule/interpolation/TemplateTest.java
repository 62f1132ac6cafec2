package dev.assay.rule.interpolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.interpolation.UnresolvedText.Reason;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: spec rules.md 7; cases that the test vectors do not cover. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TemplateTest {
  private static final JsonNode DATA =
      json(
          """
          {"node": {"driver": "ipmi", "extra": {"a": "{node.driver}", "b.c": {"d": 1}}},
           "inventory": {"n": 8, "list": [1, {"k": "v"}], "x]": 0, "o": {"5": "five"}},
           "ports": [{"address": "52:54:00:aa:00:01"}], "port_groups": [{"name": "bond0"}]}""");

  private static Interpolated evaluate(String text, ResultMode mode) {
    return Template.parse(text).evaluate(DATA::get, mode);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "{node.extra[a]}; {node.driver}",
        "{node[extra][b.c][d]}; 1",
        "{ports[0][address]}; 52:54:00:aa:00:01",
        "{port_groups[0].name}; bond0",
        "{inventory[list][1][k]}; v",
        "{inventory[n]!s:>3}|; '  8|'",
        "{inventory[list]!r}; [1, {'k': 'v'}]",
        "{{{inventory[n]}}}; {8}",
        "{inventory[n]:}; 8",
        "{inventory[n]}{inventory[n]}; 88"
      })
  void is_written_with_its_values(String text, String result) {
    assertThat(evaluate(text, ResultMode.STRING).value().textValue()).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = ';',
      value = {
        "{item}; UNKNOWN_NAME",
        "{plugin_data[a]}; UNKNOWN_NAME",
        "{__class__}; UNKNOWN_NAME",
        "{node.__class__}; NO_SUCH_KEY",
        "{inventory[nope]}; NO_SUCH_KEY",
        "{inventory[list][2]}; OUT_OF_RANGE",
        "{inventory[list][99999999999]}; OUT_OF_RANGE",
        "{inventory[list][-1]}; NOT_INSIDE",
        "{inventory[o][5]}; NOT_INSIDE",
        "{inventory[n][a]}; NOT_INSIDE",
        "{inventory.n}; DOT",
        "{node.extra.a}; DOT",
        "{ports.address}; DOT",
        "{node.driver:d}; UNFORMATTED",
        "{inventory[list]:5}; UNFORMATTED",
        "{inventory[]}; MALFORMED",
        "{inventory[n]x}; MALFORMED",
        "{inventory[n}; MALFORMED",
        "{inventory[n]; MALFORMED",
        "{node.}; MALFORMED",
        "{}; MALFORMED",
        "{0}; MALFORMED",
        "a } {node.driver}; MALFORMED",
        "{node.driver!rr}; MALFORMED",
        "{node.driver:; MALFORMED"
      })
  void stays_as_written_and_says_why(String text, Reason reason) {
    for (var mode : ResultMode.values()) {
      var result = evaluate("{{" + text, mode);

      assertThat(result.value().textValue()).isEqualTo("{{" + text);
      assertThat(result.expression()).isFalse();
      assertThat(result.missing()).map(UnresolvedText::reason).hasValue(reason);
    }
  }

  @Test
  void says_which_expression_had_no_value_and_nothing_of_the_data() {
    assertThat(evaluate("{node.driver} {inventory[nope]}", ResultMode.TYPED).missing())
        .map(UnresolvedText::sentence)
        .hasValue("{inventory[nope]}: there is no such key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{node.driver:n}", "{node.driver!x}", "a {item:>{item}}", "{item:>5000}"})
  void has_a_problem_when_no_value_can_be_written_so(String text) {
    assertThat(Template.parse(text).problem()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{nosuch}", "{\"a\": 1}", "a { b", "{}", "{item}", "{node.driver:d}"})
  void has_no_problem_when_it_stays_as_written_or_depends_on_the_value(String text) {
    assertThat(Template.parse(text).problem()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"plain, true", "{{x}}, true", "a { b, true", "{nosuch}, true", "{item}, false"})
  void is_literal_when_variables_change_nothing(String text, boolean literal) {
    assertThat(Template.parse(text).isLiteral()).isEqualTo(literal);
  }

  @Test
  void copies_nothing_however_large_it_is() {
    assertThat(evaluate("{inventory}", ResultMode.TYPED).value()).isSameAs(DATA.get("inventory"));
  }

  @Test
  void gives_a_new_structure_each_time() {
    var template = JsonTemplate.parse(json("{\"a\": [1]}"));
    var first = template.evaluate(DATA::get, ResultMode.TYPED).value();

    ((ObjectNode) first).put("b", 2);

    assertThat(template.evaluate(DATA::get, ResultMode.TYPED).value())
        .isEqualTo(json("{\"a\": [1]}"));
  }

  @Test
  void is_not_written_without_end() {
    var text = "{inventory}".repeat(50_000);

    assertThat(evaluate(text, ResultMode.STRING).missing())
        .map(UnresolvedText::reason)
        .hasValue(Reason.TOO_LONG);
  }

  /** Evaluation never throws, and returns the text unchanged when a value is missing. */
  @Test
  void a_hundred_thousand_random_texts_are_evaluated() {
    var random = new Random(7);
    String[] parts = {
      "{",
      "}",
      "{{",
      "}}",
      "[",
      "]",
      ".",
      ":",
      "!",
      "!r",
      "node",
      "inventory",
      "ports",
      "item",
      "list",
      "extra",
      "[n]",
      "[list]",
      "[0]",
      "[1]",
      ".driver",
      ":>9",
      ":d",
      ":.2f",
      ":,",
      ":x",
      "{inventory[n]}",
      "{node.driver}",
      "{ports[0].address",
      "\uD800",
      "\u0000",
      "a",
      " ",
      "0"
    };
    int values = 0;
    for (int i = 0; i < 100_000; i++) {
      var text = new StringBuilder();
      for (int n = random.nextInt(9); n >= 0; n--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      var template = Template.parse(text.toString());
      var result = template.evaluate(DATA::get, i % 2 == 0 ? ResultMode.TYPED : ResultMode.STRING);

      assertThat(result.missing().isEmpty() || result.value().textValue().contentEquals(text))
          .as("%s", text)
          .isTrue();
      assertThat(template.isLiteral() && result.expression()).isFalse();
      values += result.expression() ? 1 : 0;
    }
    assertThat(values).isGreaterThan(1000);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

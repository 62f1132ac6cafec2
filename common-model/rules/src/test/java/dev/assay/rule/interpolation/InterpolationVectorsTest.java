package dev.assay.rule.interpolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.format.TextForm;
import dev.assay.rule.regex.Regex;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of spec rules.md 18.5 and 18.9 that need no engine. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class InterpolationVectorsTest {
  private static final JsonNode FILE = read();

  private static JsonNode read() {
    try (var file = InterpolationVectorsTest.class.getResourceAsStream("/rules-vectors.json")) {
      return new ObjectMapper().readTree(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> values() {
    return targets("interpolation")
        .filter(vector -> vector.at("/expect/node/extra").has("x"))
        .flatMap(
            vector ->
                modes(vector).map(mode -> Arguments.of(vector.get("name").asText(), mode, vector)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("values")
  void an_argument_becomes(String name, ResultMode mode, JsonNode vector) {
    var args = vector.at("/rule/actions/0/args");

    var value = JsonTemplate.parse(args.get("value")).evaluate(variables(vector), mode).value();

    assertThat(value).isEqualTo(vector.at("/expect/node/extra/x"));
  }

  static Stream<Arguments> conditions() {
    return targets("matches")
        .filter(vector -> vector.at("/rule/conditions/0/args").isObject())
        .map(vector -> Arguments.of(vector.get("name").asText(), vector));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conditions")
  void an_expression_is_matched_against_the_text_form(String name, JsonNode vector) {
    var condition = vector.at("/rule/conditions/0");
    var op = condition.get("op").asText();
    var value = JsonTemplate.parse(condition.at("/args/value"));
    var regex = condition.at("/args/regex").asText();
    Boolean matched = null;
    try {
      var text = TextForm.of(value.evaluate(variables(vector), ResultMode.TYPED).value());
      var compiled = Regex.compile(regex);
      matched = op.endsWith("matches") ? compiled.matches(text) : compiled.contains(text);
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageStartingWith("invalid regular expression");
    }

    var expected = vector.at("/expect/matched");
    assertThat(matched)
        .isEqualTo(expected.isNull() ? null : expected.asBoolean() ^ op.startsWith("!"));
  }

  private static Stream<JsonNode> targets(String category) {
    return FILE.get("vectors")
        .valueStream()
        .filter(vector -> vector.get("target").asBoolean())
        .filter(vector -> vector.get("category").asText().equals(category));
  }

  private static Stream<ResultMode> modes(JsonNode vector) {
    var mode = vector.get("interpolation").asText();
    return mode.equals("any")
        ? Arrays.stream(ResultMode.values())
        : Stream.of(
            List.of("typed", "string").indexOf(mode) == 0 ? ResultMode.TYPED : ResultMode.STRING);
  }

  private static Variables variables(JsonNode vector) {
    var node = (ObjectNode) FILE.at("/common/node").deepCopy();
    node.setAll((ObjectNode) vector.get("node"));
    var inventory = vector.get("inventory");
    var given = inventory.isTextual() ? FILE.at("/common/inventory") : inventory;
    return name ->
        switch (name) {
          case "node" -> node;
          case "inventory" -> given;
          case "plugin_data", "ports" -> vector.get(name);
          default -> null;
        };
  }
}

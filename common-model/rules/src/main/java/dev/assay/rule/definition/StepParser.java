package dev.assay.rule.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses and validates the conditions or actions of a submitted rule. Source: spec rules.md 1, 13.
 */
final class StepParser {
  private static final int MAX_SHOWN = 100;

  private final String name;
  private final List<String> problems = new ArrayList<>();
  private boolean required;

  StepParser(String name) {
    this.name = name;
  }

  /** Requires at least one item. */
  StepParser required() {
    required = true;
    return this;
  }

  /**
   * Parses the items.
   *
   * @throws InvalidRule with every problem
   */
  <T> List<T> read(JsonNode wire, Function<Step, T> reader) {
    List<T> items = new ArrayList<>();
    if (wire.isArray()) {
      wire.forEach(item -> items.add(reader.apply(new Step(items.size(), item))));
    } else if (!wire.isMissingNode() && (required || !wire.isNull())) {
      problems.add("%s is not of type 'array' (%s)".formatted(shown(wire), name));
    }
    if (required && wire.isMissingNode()) {
      problems.add("'%s' is a required property".formatted(name));
    } else if (required && wire.isArray() && items.isEmpty()) {
      problems.add("[] is too short (%s)".formatted(name));
    }
    InvalidRule.unlessEmpty(problems.stream().map("Schema error: "::concat).toList());
    return items;
  }

  private static String shown(JsonNode value) {
    var text = value.isTextual() ? "'" + value.textValue() + "'" : value.toString();
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN - 3) + "...";
  }

  /**
   * One item. A member that is invalid is recorded as a problem and replaced by a harmless value,
   * so that parsing can continue.
   */
  final class Step {
    private final int index;
    private final JsonNode item;

    private Step(int index, JsonNode item) {
      this.index = index;
      this.item = item;
      if (!item.isObject()) {
        refuse("%s is not of type 'object'".formatted(shown(item)));
      }
    }

    String op() {
      return of("op", JsonNodeType.STRING).asText();
    }

    JsonNode args() {
      return of("args", JsonNodeType.ARRAY, JsonNodeType.OBJECT);
    }

    @Nullable JsonNode loop() {
      return item.hasNonNull("loop")
          ? of("loop", JsonNodeType.ARRAY, JsonNodeType.OBJECT, JsonNodeType.STRING)
          : null;
    }

    @Nullable Multiple multiple() {
      var given = item.path("multiple");
      if (given.isMissingNode() || given.isNull()) {
        return null;
      }
      var known = given.isTextual() ? Multiple.ofWire(given.textValue()) : null;
      if (known == null || known.isEmpty()) {
        refuse(
            "%s is not one of %s (multiple)"
                .formatted(
                    shown(given), Arrays.stream(Multiple.values()).map(Multiple::wire).toList()));
        return null;
      }
      return known.get();
    }

    private JsonNode of(String member, JsonNodeType... types) {
      var value = item.path(member);
      if (Arrays.asList(types).contains(value.getNodeType())) {
        return value;
      }
      if (value.isMissingNode()) {
        if (item.isObject()) {
          refuse("'%s' is a required property".formatted(member));
        }
      } else {
        refuse(
            "%s is not of type %s (%s)"
                .formatted(
                    shown(value),
                    Arrays.stream(types)
                        .map(StepParser::typeName)
                        .collect(Collectors.joining(", ")),
                    member));
      }
      return MissingNode.getInstance();
    }

    private void refuse(String problem) {
      problems.add("%s[%d]: %s".formatted(name, index, problem));
    }
  }

  private static String typeName(JsonNodeType type) {
    return type == JsonNodeType.STRING
        ? "'string'"
        : "'" + type.name().toLowerCase(java.util.Locale.ROOT) + "'";
  }
}

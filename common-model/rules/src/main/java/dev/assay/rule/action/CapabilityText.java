package dev.assay.rule.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.Path;
import dev.assay.rule.RuleScope;
import dev.assay.rule.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes the node's property {@code capabilities}, a string of NAME:VALUE pairs separated
 * by commas. Source: spec rules.md 10.
 */
final class CapabilityText {
  private static final Path PLACE = Path.parse("properties/capabilities");

  private CapabilityText() {}

  /**
   * Sets the capability: replaces the first one with this name and removes the others, or appends
   * it.
   *
   * @throws IllegalArgumentException when the property is not a string
   */
  static void set(RuleScope scope, String name, String value) {
    var property = scope.node().get(PLACE);
    if (!property.isTextual() && !property.isMissingNode() && !property.isNull()) {
      throw new IllegalArgumentException("property capabilities of the node is no text");
    }
    var items = items(property);
    var first = items.stream().filter(item -> isOf(name, item)).findFirst().map(items::indexOf);
    items.removeIf(item -> isOf(name, item));
    items.add(first.orElse(items.size()), name + ":" + value);
    write(scope, items);
  }

  /** Removes every capability with this name. */
  static void unset(RuleScope scope, String name) {
    var items = items(scope.node().get(PLACE));
    if (items.removeIf(item -> isOf(name, item))) {
      write(scope, items);
    }
  }

  /** The parts between the commas, including those that are not valid capabilities. */
  private static List<String> items(JsonNode property) {
    return !property.isTextual() || property.textValue().isEmpty()
        ? new ArrayList<>()
        : new ArrayList<>(List.of(property.textValue().split(",", -1)));
  }

  private static boolean isOf(String name, String item) {
    return item.startsWith(name + ":");
  }

  private static void write(RuleScope scope, List<String> items) {
    scope.node().set(PLACE, TextNode.valueOf(String.join(",", items)));
  }

  static String name(Value given) {
    var name = given.text();
    if (name.isEmpty() || name.indexOf(':') >= 0 || name.indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "the name of a capability has no colon and no comma in it");
    }
    return name;
  }

  static String value(Value given) {
    var value = given.text();
    if (value.indexOf(',') >= 0) {
      throw new IllegalArgumentException("the value of a capability has no comma in it");
    }
    return value;
  }
}

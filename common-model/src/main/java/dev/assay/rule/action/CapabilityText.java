package dev.assay.rule.action;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.node.Capabilities;
import dev.assay.rule.RuleScope;
import dev.assay.rule.argument.Value;
import dev.assay.rule.interpolation.Path;
import dev.assay.rule.interpolation.TextForm;

/** Property {@code capabilities} of the node, and what can be in it. Source: spec rules.md 10. */
final class CapabilityText {
  private static final Path PLACE = Path.parse("properties/capabilities");

  private CapabilityText() {}

  /** Those of the node; IllegalArgumentException when the property cannot be read. */
  static Capabilities of(RuleScope scope) {
    var text = scope.node().get(PLACE);
    if (text.isMissingNode() || text.isNull()) {
      return Capabilities.parse("");
    }
    if (!text.isTextual()) {
      throw new IllegalArgumentException("property capabilities of the node is no text");
    }
    return Capabilities.parse(text.textValue());
  }

  static void keep(RuleScope scope, Capabilities capabilities) {
    scope.node().set(PLACE, TextNode.valueOf(capabilities.text()));
  }

  static String name(Value given) {
    var name = TextForm.of(given.json());
    if (name.isEmpty() || name.indexOf(':') >= 0 || name.indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "the name of a capability has no colon and no comma in it");
    }
    return name;
  }

  static String value(Value given) {
    var value = TextForm.of(given.json());
    if (value.indexOf(',') >= 0) {
      throw new IllegalArgumentException("the value of a capability has no comma in it");
    }
    return value;
  }
}

package dev.assay.api.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.attribute.AttributeType;
import dev.assay.attribute.Shape;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.rule.Phase;
import java.util.regex.Pattern;

/**
 * The types of the fields of a rule. The stock client sends numbers and booleans as text. Errors
 * are worded as in current Ironic. Source: spec rules.md 1, 13.
 */
public final class RuleFieldTypes {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,9}");
  private static final int MAX_SHOWN = 100;

  private RuleFieldTypes() {}

  /** A UUID, chosen by the service when there is none; built-in rules show any text. */
  static AttributeType uuid() {
    return new AttributeType(
        Shape.of(Shape.Type.UUID).orNull(),
        Shape.text(1, 255),
        false,
        false,
        NullNode.getInstance(),
        RuleFieldTypes::uuid);
  }

  private static JsonNode uuid(String field, JsonNode given) {
    return NodeId.parse(given.asText())
        .<JsonNode>map(uuid -> TextNode.valueOf(uuid.toString()))
        .orElseThrow(() -> schema("%s %s is not a 'uuid'".formatted(field, shown(given))));
  }

  /** Text of up to {@code max} characters, or null. */
  static AttributeType text(int max) {
    var shape = Shape.text(0, max).orNull();
    return new AttributeType(
        shape,
        shape,
        false,
        true,
        NullNode.getInstance(),
        (field, given) -> text(field, given, max));
  }

  /** The name of a phase, not looked up here; null is main. */
  static AttributeType phase() {
    var shape = Shape.text(0, 16);
    return new AttributeType(
        shape.orNull(),
        shape,
        false,
        true,
        TextNode.valueOf(Phase.MAIN.wire()),
        (field, given) -> text(field, given, 16));
  }

  private static JsonNode text(String field, JsonNode given, int max) {
    if (!given.isTextual()) {
      throw schema("%s %s is not of type 'string'".formatted(field, shown(given)));
    }
    var text = given.textValue();
    if (text.indexOf('\u0000') >= 0) {
      throw schema(field + " must not contain the character U+0000");
    }
    if (text.codePointCount(0, text.length()) > max) {
      throw schema(
          "%s %s is too long, %d characters are allowed".formatted(field, shown(given), max));
    }
    return given;
  }

  /** An integer, or text that is one, not null; which ones are allowed is not looked at here. */
  static AttributeType priority() {
    var shape = Shape.of(Shape.Type.INTEGER);
    return new AttributeType(
        shape, shape, false, true, IntNode.valueOf(0), RuleFieldTypes::integer);
  }

  private static JsonNode integer(String field, JsonNode given) {
    if (given.isIntegralNumber() && given.canConvertToInt()) {
      return IntNode.valueOf(given.intValue());
    }
    if (given.isTextual() && NUMBER.matcher(given.textValue()).matches()) {
      return IntNode.valueOf(Integer.parseInt(given.textValue()));
    }
    throw schema("%s %s is not of type 'integer'".formatted(field, shown(given)));
  }

  /** Boolean, or one of the texts true and false; null is {@code otherwise}. */
  static AttributeType flag(boolean otherwise) {
    var shape = Shape.of(Shape.Type.FLAG);
    return new AttributeType(
        shape.orNull(), shape, false, true, BooleanNode.valueOf(otherwise), RuleFieldTypes::flag);
  }

  private static JsonNode flag(String field, JsonNode given) {
    if (given.isBoolean()) {
      return given;
    }
    if (given.asText().equalsIgnoreCase("true") || given.asText().equalsIgnoreCase("false")) {
      return BooleanNode.valueOf(Boolean.parseBoolean(given.asText()));
    }
    throw schema("%s %s is not of type 'boolean'".formatted(field, shown(given)));
  }

  /**
   * A list, looked into by {@link dev.assay.rule.definition.Condition#list}; null is the empty one.
   */
  static AttributeType conditions() {
    var shape = Shape.of(Shape.Type.OBJECTS).orNull();
    return new AttributeType(
        shape, shape, false, true, JsonNodeFactory.instance.arrayNode(), (_, given) -> given);
  }

  /** A list, looked into by {@link dev.assay.rule.definition.Action#list}; it must be there. */
  static AttributeType actions() {
    var shape = Shape.of(Shape.Type.OBJECTS);
    return new AttributeType(
        shape, shape.orNull(), true, false, NullNode.getInstance(), (_, given) -> given);
  }

  /** The error for input that does not have the structure of a rule. */
  public static AssayException schema(String problem) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, "Schema error: " + problem);
  }

  /** {@code given} for an error message, shortened. */
  public static String shown(JsonNode given) {
    var text = given.isTextual() ? "'" + given.textValue() + "'" : given.toString();
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }
}

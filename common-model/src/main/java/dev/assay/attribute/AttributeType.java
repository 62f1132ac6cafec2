package dev.assay.attribute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.id.UuidText;
import java.util.Locale;

/**
 * What a client may send for a field.
 *
 * @param taken what its values look like in requests
 * @param shown what they look like in answers
 * @param required null and absence are refused
 * @param removable a patch may remove it
 * @param ifAbsent what null, absence and removal stand for
 * @param check refuses or normalises anything that is there; null only where {@code taken} has none
 */
public record AttributeType(
    Shape taken, Shape shown, boolean required, boolean removable, JsonNode ifAbsent, Check check) {
  private static final JsonNode NULL = NullNode.getInstance();

  /** Refuses a value with INVALID_PARAMETER, or answers it in its normal form. */
  @FunctionalInterface
  public interface Check {
    /** {@code field} is for the sentence. */
    JsonNode accept(String field, JsonNode given);
  }

  /** The same, but a patch cannot remove it. */
  public AttributeType lasting() {
    return new AttributeType(taken, shown, required, false, ifAbsent, check);
  }

  /** The normal form of {@code given}; INVALID_PARAMETER when it is not of this kind. */
  public JsonNode accept(String field, JsonNode given) {
    if (!given.isNull() && !given.isMissingNode()) {
      return check.accept(field, given);
    }
    if (required) {
      throw refused(field, "is mandatory and cannot be null");
    }
    return given.isNull() && !taken.nullable() ? check.accept(field, given) : ifAbsent.deepCopy();
  }

  /** A type whose values must be given. */
  public static AttributeType required(Shape shape, Check check) {
    return new AttributeType(shape, shape, true, false, NULL, check);
  }

  /** A type whose values may be null, which removal stands for. */
  public static AttributeType optional(Shape shape, Check check) {
    return new AttributeType(shape.orNull(), shape.orNull(), false, true, NULL, check);
  }

  private static AttributeType defaulted(Shape shape, JsonNode ifAbsent, Check check) {
    return new AttributeType(shape.orNull(), shape, false, true, ifAbsent, check);
  }

  /** The same, whose texts are stored in lower case. */
  public AttributeType lowerCase() {
    return new AttributeType(
        taken,
        shown,
        required,
        removable,
        ifAbsent,
        (field, given) ->
            TextNode.valueOf(check.accept(field, given).textValue().toLowerCase(Locale.ROOT)));
  }

  /** The same for a field whose values are shown in another form. */
  public AttributeType shownAs(Shape form) {
    return new AttributeType(taken, form, required, removable, ifAbsent, check);
  }

  /** The same for a field whose value, when clients give none, the service chooses. */
  public AttributeType orChosen() {
    return shownAs(shown.neverNull());
  }

  /** Not for clients, who see values of {@code shape}. */
  public static AttributeType output(Shape shape) {
    return new AttributeType(
        shape,
        shape,
        false,
        false,
        NULL,
        (field, _) -> {
          throw refused(field, "is read-only");
        });
  }

  /** Not for clients, who see values of {@code type}, never null. */
  public static AttributeType output(Shape.Type type) {
    return output(Shape.of(type));
  }

  /** Not for clients, who see values of {@code type}, or null. */
  public static AttributeType outputOrNull(Shape.Type type) {
    return output(Shape.of(type).orNull());
  }

  /** Text of up to {@code max} characters, or null. */
  public static AttributeType text(int max) {
    return optional(Shape.text(0, max), (field, given) -> text(field, given, 0, max));
  }

  /** Text of one to {@code max} characters, or null. */
  public static AttributeType filledText(int max) {
    return optional(Shape.text(1, max), (field, given) -> text(field, given, 1, max));
  }

  /** Text of one to {@code max} characters. */
  public static AttributeType requiredText(int max) {
    return required(Shape.text(1, max), (field, given) -> text(field, given, 1, max));
  }

  /** Text of up to {@code max} characters; null is the empty one. */
  public static AttributeType textOrEmpty(int max) {
    return defaulted(
        Shape.text(0, max), TextNode.valueOf(""), (field, given) -> text(field, given, 0, max));
  }

  /** Boolean, or text that means one; null is {@code ifAbsent}. */
  public static AttributeType flag(boolean ifAbsent) {
    return defaulted(Shape.of(Shape.Type.FLAG), BooleanNode.valueOf(ifAbsent), AttributeType::flag);
  }

  /** Boolean, or text that means one. */
  public static AttributeType requiredFlag() {
    return required(Shape.of(Shape.Type.FLAG), AttributeType::flag);
  }

  /** Boolean, text that means one, or null. */
  public static AttributeType optionalFlag() {
    return optional(Shape.of(Shape.Type.FLAG), AttributeType::flag);
  }

  /** A JSON object; null is the empty one. */
  public static AttributeType object() {
    return defaulted(
        Shape.of(Shape.Type.OBJECT),
        JsonNodeFactory.instance.objectNode(),
        (field, given) -> {
          if (!given.isObject()) {
            throw refused(field, "must be an object");
          }
          return given;
        });
  }

  /** A UUID, or null. */
  public static AttributeType uuid() {
    return optional(Shape.of(Shape.Type.UUID), AttributeType::uuid);
  }

  /** A UUID or the name of something, or null; shown as a UUID. */
  public static AttributeType uuidOrName() {
    return optional(
            Shape.text(0, 255),
            (field, given) -> {
              var text = text(field, given, 0, 255);
              return UuidText.parse(text.textValue())
                  .<JsonNode>map(uuid -> TextNode.valueOf(uuid.toString()))
                  .orElse(text);
            })
        .shownAs(Shape.of(Shape.Type.UUID).orNull());
  }

  /** A UUID. */
  public static AttributeType requiredUuid() {
    return required(Shape.of(Shape.Type.UUID), AttributeType::uuid);
  }

  private static JsonNode uuid(String field, JsonNode given) {
    return TextNode.valueOf(UuidText.require(text(field, given, 0, 255).textValue()).toString());
  }

  private static JsonNode flag(String field, JsonNode given) {
    return BooleanText.parse(given)
        .map(BooleanNode::valueOf)
        .orElseThrow(() -> refused(field, "must be true or false"));
  }

  /** {@code given} when it is a text of {@code min} to {@code max} characters. */
  public static JsonNode text(String field, JsonNode given, int min, int max) {
    if (!given.isTextual()) {
      throw refused(field, "must be a string");
    }
    var text = given.textValue();
    if (text.indexOf('\u0000') >= 0) {
      throw refused(field, "must not contain the character U+0000");
    }
    var length = text.codePointCount(0, text.length());
    if (length < min || length > max) {
      throw refused(field, "must have %d to %d characters, but has %d".formatted(min, max, length));
    }
    return given;
  }

  /** The refusal: {@code why} goes on from the field's name. */
  public static InvalidValue refused(String field, String why) {
    return new InvalidValue(field, why);
  }
}

package dev.assay.api.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.api.http.WireBoolean;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.NodeId;
import dev.assay.port.MacAddress;

/**
 * What a client may send for a field.
 *
 * @param required null and absence are refused
 * @param removable a patch may remove it
 * @param ifAbsent what null, absence and removal stand for
 * @param check refuses or normalises anything but null
 */
public record Kind(boolean required, boolean removable, JsonNode ifAbsent, Check check) {
  private static final JsonNode NULL = NullNode.getInstance();

  /** Refuses a value with INVALID_PARAMETER, or answers it in its normal form. */
  @FunctionalInterface
  public interface Check {
    /** {@code field} is for the sentence. */
    JsonNode accept(String field, JsonNode given);
  }

  private Kind(boolean required, JsonNode ifAbsent, Check check) {
    this(required, !required, ifAbsent, check);
  }

  /** The same, but a patch cannot remove it. */
  public Kind lasting() {
    return new Kind(required, false, ifAbsent, check);
  }

  /** The normal form of {@code given}; INVALID_PARAMETER when it is not of this kind. */
  public JsonNode accept(String field, JsonNode given) {
    if (!given.isNull() && !given.isMissingNode()) {
      return check.accept(field, given);
    }
    if (required) {
      throw refused(field, "is mandatory and cannot be null");
    }
    return ifAbsent.deepCopy();
  }

  /** Not for clients. */
  public static Kind output() {
    return new Kind(
        false,
        NULL,
        (field, _) -> {
          throw refused(field, "is read-only");
        });
  }

  /** Text of up to {@code max} characters, or null. */
  public static Kind text(int max) {
    return new Kind(false, NULL, (field, given) -> text(field, given, 0, max));
  }

  /** Text of one to {@code max} characters, or null. */
  public static Kind filledText(int max) {
    return new Kind(false, NULL, (field, given) -> text(field, given, 1, max));
  }

  /** Text of one to {@code max} characters. */
  public static Kind requiredText(int max) {
    return new Kind(true, NULL, (field, given) -> text(field, given, 1, max));
  }

  /** Text of up to {@code max} characters; null is the empty one. */
  public static Kind textOrEmpty(int max) {
    return new Kind(false, TextNode.valueOf(""), (field, given) -> text(field, given, 0, max));
  }

  /** Boolean, or text that means one; null is {@code ifAbsent}. */
  public static Kind flag(boolean ifAbsent) {
    return new Kind(false, BooleanNode.valueOf(ifAbsent), Kind::flag);
  }

  /** Boolean, text that means one, or null. */
  public static Kind optionalFlag() {
    return new Kind(false, NULL, Kind::flag);
  }

  /** A JSON object; null is the empty one. */
  public static Kind object() {
    return new Kind(
        false,
        JsonNodeFactory.instance.objectNode(),
        (field, given) -> {
          if (!given.isObject()) {
            throw refused(field, "must be an object");
          }
          return given;
        });
  }

  /** A UUID, or null. */
  public static Kind uuid() {
    return new Kind(false, NULL, Kind::uuid);
  }

  /** A UUID. */
  public static Kind requiredUuid() {
    return new Kind(true, NULL, Kind::uuid);
  }

  /** A MAC address, or null. */
  public static Kind mac() {
    return new Kind(false, NULL, Kind::mac);
  }

  /** A MAC address. */
  public static Kind requiredMac() {
    return new Kind(true, NULL, Kind::mac);
  }

  /** Nothing but null: the thing it would name is not part of this service. */
  public static Kind onlyNull() {
    return new Kind(
        false,
        NULL,
        (field, _) -> {
          throw refused(field, "is not supported by this service; leave it out or send null");
        });
  }

  private static JsonNode uuid(String field, JsonNode given) {
    return TextNode.valueOf(NodeId.of(text(field, given, 0, 255).textValue()).toString());
  }

  private static JsonNode mac(String field, JsonNode given) {
    return TextNode.valueOf(MacAddress.of(text(field, given, 0, 255).textValue()).text());
  }

  private static JsonNode flag(String field, JsonNode given) {
    return WireBoolean.parse(given)
        .map(BooleanNode::valueOf)
        .orElseThrow(() -> refused(field, "must be true or false"));
  }

  private static JsonNode text(String field, JsonNode given, int min, int max) {
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
  public static AssayException refused(String field, String why) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER, "Invalid parameter: %s %s.".formatted(field, why));
  }
}

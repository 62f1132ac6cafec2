package dev.assay.storedjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;

/** Validates and copies JSON values that hooks supply: plain JSON that the database can store. */
public final class PlainJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /**
   * Maximum depth; leaves some levels for what surrounds the value in the database and in
   * responses.
   */
  private static final int DEPTH = StoredJson.DEPTH - 5;

  private static final int MAX_NAME = 255;
  private static final int MAX_SIZE = 1 << 20;

  private PlainJson() {}

  /** Returns {@code name} if it is a valid member name; else IllegalArgumentException. */
  public static String key(@Nullable String name) {
    if (name == null || name.isEmpty() || name.length() > MAX_NAME || name.indexOf('\u0000') >= 0) {
      throw new IllegalArgumentException(
          "a name has 1 to %d characters, none of them U+0000".formatted(MAX_NAME));
    }
    return name;
  }

  /**
   * Returns a copy; IllegalArgumentException, which names {@code what}, when {@code value} is not
   * plain JSON.
   */
  public static JsonNode copy(String what, @Nullable JsonNode value) {
    return copied(what, value, 0);
  }

  /** As above, and also rejects values that are too large for a column. */
  public static JsonNode storable(String what, @Nullable JsonNode value) {
    var copy = copied(what, value, 0);
    if (copy.isContainerNode() || copy.isTextual()) {
      var size = copy.toString().length();
      if (size > MAX_SIZE) {
        throw new IllegalArgumentException(
            "%s has %d characters, at most %d are possible".formatted(what, size, MAX_SIZE));
      }
    }
    return copy;
  }

  private static JsonNode copied(String what, @Nullable JsonNode value, int depth) {
    if (value == null) {
      throw new IllegalArgumentException(what + " is a Java null: use a JSON null");
    }
    if (depth > DEPTH) {
      throw new IllegalArgumentException("%s is nested deeper than %d".formatted(what, DEPTH));
    }
    return switch (value.getNodeType()) {
      case OBJECT -> object(what, value, depth);
      case ARRAY -> {
        var copy = JSON.arrayNode(value.size());
        value.forEach(item -> copy.add(copied(what, item, depth + 1)));
        yield copy;
      }
      case NUMBER -> asParsed(bounded(what, value));
      case STRING, BOOLEAN, NULL -> value;
      case BINARY, POJO, MISSING ->
          throw new IllegalArgumentException(
              "%s is %s, no JSON value".formatted(what, value.getNodeType()));
    };
  }

  private static JsonNode object(String what, JsonNode value, int depth) {
    var copy = JSON.objectNode();
    for (var member : value.properties()) {
      copy.set(member.getKey(), copied(what, member.getValue(), depth + 1));
    }
    return copy;
  }

  private static JsonNode bounded(String what, JsonNode number) {
    var fits =
        switch (number.numberType()) {
          case FLOAT, DOUBLE -> Double.isFinite(number.doubleValue());
          case BIG_INTEGER, BIG_DECIMAL -> StoredJson.readable(number.decimalValue());
          case INT, LONG -> true;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "%s is not a finite number, or has more than %d digits"
              .formatted(what, StoredJson.DIGITS));
    }
    return number;
  }

  /**
   * Converts a number to the type that the parser would choose, so that numbers equal in JSON are
   * equal here.
   */
  private static JsonNode asParsed(JsonNode number) {
    if (number.canConvertToInt() && number.isIntegralNumber()) {
      return JSON.numberNode(number.intValue());
    }
    if (number.canConvertToLong() && number.isIntegralNumber()) {
      return JSON.numberNode(number.longValue());
    }
    return number.isIntegralNumber() || number.isBigDecimal()
        ? number
        : DecimalNode.valueOf(number.decimalValue());
  }
}

package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.format.TextForm;
import java.util.Locale;
import java.util.regex.Pattern;

/** The types of fields that rules may set; IllegalArgumentException for any other value. */
sealed interface FieldType {
  /** {@code value} as it is stored. */
  JsonNode accept(JsonNode value);

  /** At most {@code longest} characters, and null if {@code nullable}; takes numbers. */
  record Text(int longest, boolean nullable) implements FieldType {
    @Override
    public JsonNode accept(JsonNode value) {
      if (nullable && value.isNull()) {
        return value;
      }
      if (!value.isTextual() && !value.isNumber()) {
        throw new IllegalArgumentException("the value must be a text");
      }
      var text = TextForm.of(value).replace('\u0000', '\uFFFD'); // no column can have it
      if (text.length() > longest || (!nullable && text.isEmpty())) {
        throw new IllegalArgumentException(
            "the value must be a text of %s%d characters"
                .formatted(nullable ? "at most " : "1 to ", longest));
      }
      return TextNode.valueOf(text);
    }
  }

  /** As {@link Text}, never null: null is the empty text. */
  record TextOrEmpty(int longest) implements FieldType {
    @Override
    public JsonNode accept(JsonNode value) {
      var text = new Text(longest, true).accept(value);
      return text.isNull() ? TextNode.valueOf("") : text;
    }
  }

  /** What can stand in a URL and is no UUID, or null. Source: spec api.md 9.1. */
  record Name() implements FieldType {
    private static final Pattern LOGICAL = Pattern.compile("[A-Za-z0-9._~-]{1,255}");

    @Override
    public JsonNode accept(JsonNode value) {
      var text = new Text(255, true).accept(value);
      if (text.isTextual()
          && (!LOGICAL.matcher(text.textValue()).matches() || Uuid.is(text.textValue()))) {
        throw new IllegalArgumentException(
            "the value must be a name of letters, digits and . _ ~ -, and no UUID");
      }
      return text;
    }
  }

  /** A UUID in its usual form, or null. */
  record Uuid() implements FieldType {
    private static final Pattern FORM =
        Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static boolean is(String text) {
      return FORM.matcher(text.toLowerCase(Locale.ROOT)).matches();
    }

    @Override
    public JsonNode accept(JsonNode value) {
      if (value.isNull()) {
        return value;
      }
      if (!value.isTextual() || !is(value.textValue())) {
        throw new IllegalArgumentException("the value must be a UUID");
      }
      return TextNode.valueOf(value.textValue().toLowerCase(Locale.ROOT));
    }
  }

  /** True or false, or such a text; null if {@code nullable}. */
  record Flag(boolean nullable) implements FieldType {
    @Override
    public JsonNode accept(JsonNode value) {
      if (value.isBoolean() || (nullable && value.isNull())) {
        return value;
      }
      return switch (value.asText().toLowerCase(Locale.ROOT)) {
        case "true" -> BooleanNode.TRUE;
        case "false" -> BooleanNode.FALSE;
        default -> throw new IllegalArgumentException("the value must be true or false");
      };
    }
  }

  /** An object. */
  record Members() implements FieldType {
    @Override
    public JsonNode accept(JsonNode value) {
      if (!value.isObject()) {
        throw new IllegalArgumentException("the value must be an object");
      }
      return value;
    }
  }
}

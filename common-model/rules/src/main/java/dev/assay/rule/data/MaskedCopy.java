package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.format.TextForm;

/** Copies a JSON value for display: masks its secrets, and stops at a maximum length. */
final class MaskedCopy {
  /** Characters always left for the last string. */
  private static final int MIN_TEXT = 10;

  private final SecretMask secrets;
  private int left;

  MaskedCopy(SecretMask secrets, int limit) {
    this.secrets = secrets;
    left = limit;
  }

  JsonNode of(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> object(object);
      case ArrayNode array -> array(array);
      default -> scalar(value);
    };
  }

  private ObjectNode object(ObjectNode object) {
    var copy = JsonNodeFactory.instance.objectNode();
    for (var member : object.properties()) {
      if (left < 0) {
        break;
      }
      copy.set(text(member.getKey()), of(member.getValue()));
    }
    left--;
    return copy;
  }

  private ArrayNode array(ArrayNode array) {
    var copy = JsonNodeFactory.instance.arrayNode();
    for (var item : array) {
      if (left < 0) {
        break;
      }
      copy.add(of(item));
    }
    left--;
    return copy;
  }

  private JsonNode scalar(JsonNode value) {
    if (!value.isTextual() && !value.isNumber()) {
      left--;
      return value;
    }
    var text = TextForm.of(value);
    var shown = text(text);
    return shown.equals(text) ? value : TextNode.valueOf(shown);
  }

  private String text(String text) {
    var shown = secrets.hidden(text, Math.max(left, MIN_TEXT));
    left -= shown.length() + 1;
    return shown;
  }
}

package dev.assay.rule.data;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.secret.SecretKeys;

/** Writes a value as JSON for display: masks its secrets, and stops at a maximum length. */
final class MaskedJson {
  private final SecretMask secrets;
  private final int limit;
  private final StringBuilder out = new StringBuilder();

  MaskedJson(SecretMask secrets, int limit) {
    this.secrets = secrets;
    this.limit = limit;
  }

  /** The JSON; somewhat longer than the limit when the value is cut off. */
  String json(JsonNode value) {
    append(secrets.tooMany() ? SecretMask.MASKED : value);
    return out.toString();
  }

  private void append(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> object(value);
      case ARRAY -> array(value);
      case STRING -> text(value.textValue());
      default -> out.append(secrets.hidden(value.asText(), limit));
    }
  }

  private void object(JsonNode object) {
    out.append('{');
    var separator = "";
    for (var member : object.properties()) {
      if (out.length() > limit) {
        return;
      }
      out.append(separator);
      text(member.getKey());
      out.append(": ");
      append(SecretKeys.INFO.hide(member.getKey()) ? SecretMask.MASKED : member.getValue());
      separator = ", ";
    }
    out.append('}');
  }

  private void array(JsonNode array) {
    out.append('[');
    var separator = "";
    for (var item : array) {
      if (out.length() > limit) {
        return;
      }
      out.append(separator);
      append(item);
      separator = ", ";
    }
    out.append(']');
  }

  private void text(String text) {
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(secrets.hidden(text, limit), out);
    out.append('"');
  }
}

package dev.assay.rule.format;

import com.fasterxml.jackson.databind.JsonNode;

/** The text form of JSON values, as Python writes them. Source: spec rules.md 7.4. */
public final class TextForm {
  private TextForm() {}

  /** A string is its own text form; strings inside lists and objects are quoted. */
  public static String of(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue();
    }
    var out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  public static void append(StringBuilder out, JsonNode value) {
    if (value.isTextual()) {
      out.append(value.textValue());
    } else {
      appendQuoted(out, value);
    }
  }

  /** As above, but a string is quoted, too. */
  static String quoted(JsonNode value) {
    var out = new StringBuilder();
    appendQuoted(out, value);
    return out.toString();
  }

  /** As above, with all characters outside ASCII escaped. */
  static String ascii(JsonNode value) {
    var out = new StringBuilder();
    quoted(value)
        .codePoints()
        .forEach(
            c -> {
              if (c < 0x80) {
                out.append((char) c);
              } else {
                appendEscape(out, c);
              }
            });
    return out.toString();
  }

  private static void appendQuoted(StringBuilder out, JsonNode value) {
    switch (value.getNodeType()) {
      case NULL, MISSING -> out.append("None");
      case BOOLEAN -> out.append(value.booleanValue() ? "True" : "False");
      case NUMBER ->
          out.append(
              value.isIntegralNumber()
                  ? value.bigIntegerValue().toString()
                  : FractionText.shortest(value.doubleValue()));
      case ARRAY -> appendList(out, value);
      case OBJECT -> appendObject(out, value);
      case STRING, BINARY, POJO -> appendQuoted(out, value.asText());
    }
  }

  private static void appendList(StringBuilder out, JsonNode list) {
    out.append('[');
    for (int i = 0; i < list.size(); i++) {
      appendQuoted(out.append(i == 0 ? "" : ", "), list.get(i));
    }
    out.append(']');
  }

  private static void appendObject(StringBuilder out, JsonNode object) {
    out.append('{');
    var separator = "";
    for (var member : object.properties()) {
      appendQuoted(out.append(separator), member.getKey());
      appendQuoted(out.append(": "), member.getValue());
      separator = ", ";
    }
    out.append('}');
  }

  private static void appendQuoted(StringBuilder out, String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    out.append(quote);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                  if (c == quote) {
                    out.append('\\').append(quote);
                  } else if (isPrintable(c)) {
                    out.appendCodePoint(c);
                  } else {
                    appendEscape(out, c);
                  }
                }
              }
            });
    out.append(quote);
  }

  private static void appendEscape(StringBuilder out, int c) {
    out.append((c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c));
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }
}

package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;

/** The names of JSON types in error messages, the same as in Ironic. */
public final class JsonTypeNames {
  private JsonTypeNames() {}

  /** The name of the type of {@code value}. */
  public static String name(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "dict";
      case ARRAY -> "list";
      case STRING -> "str";
      case BOOLEAN -> "bool";
      case NUMBER -> value.isIntegralNumber() ? "int" : "float";
      case NULL, MISSING, BINARY, POJO -> "NoneType";
    };
  }
}

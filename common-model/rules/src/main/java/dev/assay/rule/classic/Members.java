package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the members of a condition or action; IllegalArgumentException says what is wrong. */
final class Members {
  private Members() {}

  static void requireOnly(JsonNode written, Collection<String> known) {
    if (!written.isObject()) {
      throw new IllegalArgumentException("it must be an object");
    }
    var unexpected =
        written
            .propertyStream()
            .map(java.util.Map.Entry::getKey)
            .filter(name -> !known.contains(name))
            .collect(Collectors.joining(", "));
    if (!unexpected.isEmpty()) {
      throw new IllegalArgumentException("unexpected parameter(s): " + unexpected);
    }
  }

  static String text(JsonNode written, String name) {
    var value = written.path(name);
    if (value.isMissingNode()) {
      throw new IllegalArgumentException("missing required parameter(s): " + name);
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException(name + " must be a text");
    }
    return value.textValue();
  }

  static Optional<Boolean> flag(JsonNode written, String name) {
    var value = written.path(name);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      throw new IllegalArgumentException(name + " must be true or false");
    }
    return Optional.of(value.booleanValue());
  }
}

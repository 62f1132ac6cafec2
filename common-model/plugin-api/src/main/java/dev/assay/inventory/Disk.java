package dev.assay.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A read-only view of a reported disk; values of a wrong type count as absent. Source: spec
 * ramdisk.md 3.4.
 */
public final class Disk {
  private final JsonNode sent;

  /** {@code sent} is an object, never changed afterwards. */
  public Disk(JsonNode sent) {
    this.sent = sent;
  }

  /** The kernel's device name with its path, {@code /dev/sda}; empty when there is none. */
  public Optional<String> name() {
    return text("name");
  }

  /** The serial number; empty when there is none. */
  public Optional<String> serial() {
    return text("serial");
  }

  /** The size in bytes; empty when it is not a whole number, or negative. */
  public OptionalLong size() {
    var size = sent.path("size");
    return size.isNumber()
            && size.canConvertToExactIntegral()
            && size.canConvertToLong()
            && size.longValue() >= 0
        ? OptionalLong.of(size.longValue())
        : OptionalLong.empty();
  }

  /**
   * Returns any field as text: numbers and booleans as in JSON; empty when it is null, an array or
   * an object. Unlike the other accessors it distinguishes an empty text from a missing one.
   */
  public Optional<String> scalar(String field) {
    var value = sent.path(field);
    return value.isValueNode() && !value.isNull() ? Optional.of(value.asText()) : Optional.empty();
  }

  /** Returns a copy of all fields. */
  public ObjectNode copy() {
    return sent.deepCopy();
  }

  private Optional<String> text(String field) {
    var value = sent.path(field);
    return value.isTextual() && !value.textValue().isEmpty()
        ? Optional.of(value.textValue())
        : Optional.empty();
  }
}

package dev.assay.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A MAC address: six two-digit hex groups, lower case, colons. Source: spec hooks.md 2. */
public record MacAddress(String text) implements Comparable<MacAddress> {
  private static final Pattern CANONICAL = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

  public MacAddress {
    if (!CANONICAL.matcher(text).matches()) {
      throw new IllegalArgumentException("not a canonical MAC address: " + text);
    }
  }

  /** Parses an address from a client: colons or dashes, any case; else INVALID_PARAMETER. */
  @JsonCreator
  public static MacAddress of(String text) {
    return parse(text.replace('-', ':'))
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INVALID_PARAMETER,
                    "Expected a MAC address but received " + text + "."));
  }

  /**
   * Parses an address from an inventory: colons only, any case; empty when it is not a MAC address.
   */
  public static Optional<MacAddress> parse(String text) {
    var lower = text.toLowerCase(Locale.ROOT);
    return CANONICAL.matcher(lower).matches()
        ? Optional.of(new MacAddress(lower))
        : Optional.empty();
  }

  /** Whether it can be the address of a single card: not zero, multicast or broadcast. */
  public boolean individual() {
    return (Character.digit(text.charAt(1), 16) & 1) == 0 && !text.equals("00:00:00:00:00:00");
  }

  @Override
  public int compareTo(MacAddress other) {
    return text.compareTo(other.text);
  }

  @Override
  @JsonValue
  public String toString() {
    return text;
  }
}

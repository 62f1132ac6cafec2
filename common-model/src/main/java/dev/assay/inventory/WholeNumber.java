package dev.assay.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whole numbers written as text, as ramdisks and operators do: an optional sign, digits with single
 * underscores between them, blanks around. Source: spec hooks.md 13.
 */
public final class WholeNumber {
  /** Longer ones are no numbers: a reader of the stored JSON takes at most 1000 digits. */
  private static final int LONGEST = 500;

  private static final Pattern WRITTEN = Pattern.compile("[+-]?[0-9]+(_[0-9]+)*");

  private WholeNumber() {}

  /** The number; empty when {@code text} is none. */
  public static Optional<BigInteger> parse(String text) {
    var digits = text.strip();
    return digits.length() <= LONGEST && WRITTEN.matcher(digits).matches()
        ? Optional.of(new BigInteger(digits.replace("_", "")))
        : Optional.empty();
  }

  /** The node that a parser would make of it, so that equal numbers are equal nodes. */
  public static JsonNode node(BigInteger number) {
    if (number.bitLength() < Integer.SIZE) {
      return IntNode.valueOf(number.intValue());
    }
    return number.bitLength() < Long.SIZE
        ? LongNode.valueOf(number.longValue())
        : BigIntegerNode.valueOf(number);
  }

  /** As above. */
  public static JsonNode node(long number) {
    return node(BigInteger.valueOf(number));
  }
}

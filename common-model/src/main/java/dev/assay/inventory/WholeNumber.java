package dev.assay.inventory;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whole numbers written as text, as ramdisks and operators do: an optional sign, digits with single
 * underscores between them, blanks around. Source: spec hooks.md 13.
 */
public final class WholeNumber {
  /** Longer ones are no numbers: a reader of the stored JSON takes at most 1000 digits. */
  private static final int MAX_LENGTH = 500;

  private static final Pattern WRITTEN = Pattern.compile("[+-]?[0-9]+(_[0-9]+)*");

  private WholeNumber() {}

  /** The number; empty when {@code text} is none. */
  public static Optional<BigInteger> parse(String text) {
    var digits = text.strip();
    return digits.length() <= MAX_LENGTH && WRITTEN.matcher(digits).matches()
        ? Optional.of(new BigInteger(digits.replace("_", "")))
        : Optional.empty();
  }
}

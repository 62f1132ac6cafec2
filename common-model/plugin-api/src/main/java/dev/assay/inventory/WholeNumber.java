package dev.assay.inventory;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses whole numbers written as text, as ramdisks and operators write them: an optional sign,
 * digits with single underscores between them, surrounding blanks. Source: spec hooks.md 13.
 */
public final class WholeNumber {
  /** Longer texts are not numbers: a reader of the stored JSON takes at most 1000 digits. */
  private static final int MAX_LENGTH = 500;

  private static final Pattern WRITTEN = Pattern.compile("[+-]?[0-9]+(_[0-9]+)*");

  private WholeNumber() {}

  /** Returns the number; empty when {@code text} is not one. */
  public static Optional<BigInteger> parse(String text) {
    var digits = text.strip();
    return digits.length() <= MAX_LENGTH && WRITTEN.matcher(digits).matches()
        ? Optional.of(new BigInteger(digits.replace("_", "")))
        : Optional.empty();
  }
}

package dev.assay.rule.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Formats 64-bit floating point numbers as Python does: rounded from the exact binary value, halves
 * to even.
 */
final class FractionText {
  private FractionText() {}

  /** The fewest digits that parse to the same number: "2.0", "0.5", "1e+16". */
  static String shortest(double number) {
    if (!Double.isFinite(number)) {
      return notFinite(number);
    }
    var text = general(fewestDigits(Math.abs(number)), 16, true);
    return isNegative(number) ? "-" + text : text;
  }

  /** With {@code places} digits after the decimal point. */
  static String fixed(double size, int places) {
    if (!Double.isFinite(size)) {
      return notFinite(size);
    }
    return new BigDecimal(size).setScale(places, RoundingMode.HALF_EVEN).toPlainString();
  }

  /** Scientific notation: one digit, the decimal point, {@code places} digits, the exponent. */
  static String scientific(double size, int places) {
    if (!Double.isFinite(size)) {
      return notFinite(size);
    }
    var rounded = rounded(size, places + 1);
    var digits = rounded.unscaledValue().toString();
    return withExponent(digits + "0".repeat(places + 1 - digits.length()), exponent(rounded));
  }

  /**
   * With {@code digits} significant digits, without trailing zeros, in scientific notation if the
   * number is very large or small.
   */
  static String general(double size, int digits) {
    return Double.isFinite(size) ? general(rounded(size, digits), digits, false) : notFinite(size);
  }

  /** As above, but without an exponent there is at least one digit after the decimal point. */
  static String pointed(double size, int digits) {
    return Double.isFinite(size)
        ? general(rounded(size, digits), digits - 1, true)
        : notFinite(size);
  }

  static boolean isNegative(double number) {
    return Double.doubleToRawLongBits(number) < 0 && !Double.isNaN(number);
  }

  private static String notFinite(double number) {
    return Double.isNaN(number) ? "nan" : number < 0 ? "-inf" : "inf";
  }

  private static BigDecimal fewestDigits(double size) {
    var two = new BigDecimal(Double.toString(size));
    // Java always writes at least two digits, even if one is enough: 4.9E-324
    var one = two.round(new MathContext(1, RoundingMode.HALF_EVEN));
    return one.doubleValue() == size ? one : two;
  }

  private static BigDecimal rounded(double size, int digits) {
    return new BigDecimal(size).round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  /** The decimal exponent of the first digit: 0 for 1 to 9. */
  private static int exponent(BigDecimal number) {
    return number.signum() == 0 ? 0 : number.precision() - number.scale() - 1;
  }

  private static String general(BigDecimal number, int largeFrom, boolean pointed) {
    int exponent = exponent(number);
    if (exponent < -4 || exponent >= largeFrom) {
      return withExponent(number.stripTrailingZeros().unscaledValue().toString(), exponent);
    }
    var plain = number.stripTrailingZeros().toPlainString();
    return pointed && plain.indexOf('.') < 0 ? plain + ".0" : plain;
  }

  private static String withExponent(String digits, int exponent) {
    var rest = digits.substring(1);
    var fraction = rest.isEmpty() ? "" : "." + rest;
    return "%c%se%c%02d"
        .formatted(digits.charAt(0), fraction, exponent < 0 ? '-' : '+', Math.abs(exponent));
  }
}

package dev.assay.rule.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The format specification after ":" in an expression: {@code
 * [[fill]align][sign][#][0][width][group] [.precision][type]}. A combination that the type does not
 * support is rejected when parsed; a value that does not match the format gives no text. Source:
 * spec rules.md 7.2, 7.5.
 *
 * @param fill one character; null for blanks
 * @param align one of {@code < > = ^}; null for left (strings) or right (numbers)
 * @param sign "+" or a blank before non-negative numbers; "-" or null for nothing
 * @param prefixed whole numbers begin with 0x, 0o or 0b
 * @param width minimum number of characters
 * @param group separator between groups of digits; null for none
 * @param precision null when not given
 * @param type one of {@link #TYPES}; null for that of the value
 */
public record FormatSpec(
    @Nullable String fill,
    @Nullable String align,
    @Nullable String sign,
    boolean prefixed,
    int width,
    @Nullable String group,
    @Nullable Integer precision,
    @Nullable String type) {
  static final String TYPES = "sdxXobfFeEgG%";
  private static final String WHOLE_TYPES = "dxXob";
  private static final String FRACTION_TYPES = "fFeEgG%";
  private static final int MAX_WIDTH = 1000;
  private static final int MAX_PRECISION = 100;
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "(?s)(?:(?<fill>.)?(?<align>[<>=^]))?(?<sign>[+\\- ])?(?<prefixed>#)?(?<zero>0)?"
              + "(?<width>[0-9]+)?(?<group>[,_])?(?:\\.(?<precision>[0-9]+))?(?<type>.)?");

  /**
   * Parses a format specification.
   *
   * @throws IllegalArgumentException when it is invalid
   */
  public static FormatSpec parse(String text) {
    var match = GRAMMAR.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no format: [[fill]<>=^][+- ][#][0][width][,_][.precision][type]"
              .formatted(text));
    }
    boolean zero = match.group("zero") != null;
    var fill = match.group("fill");
    var align = match.group("align");
    var sign = match.group("sign");
    var precision = match.group("precision");
    var spec =
        new FormatSpec(
            fill == null && zero ? "0" : fill,
            align == null && zero ? "=" : align,
            sign,
            match.group("prefixed") != null,
            bounded("width", match.group("width"), MAX_WIDTH),
            match.group("group"),
            precision == null ? null : bounded("precision", precision, MAX_PRECISION),
            match.group("type"));
    spec.check();
    return spec;
  }

  private static int bounded(String what, @Nullable String digits, int most) {
    if (digits == null) {
      return 0;
    }
    if (digits.length() > 9 || Integer.parseInt(digits) > most) {
      throw new IllegalArgumentException(
          "%s %s is too much, at most %d is possible".formatted(what, digits, most));
    }
    return Integer.parseInt(digits);
  }

  private void check() {
    if (type == null) {
      return;
    }
    if (!TYPES.contains(type)) {
      throw new IllegalArgumentException(
          "there is no type '%s', use one of %s".formatted(type, TYPES));
    }
    boolean text = type.equals("s");
    boolean whole = WHOLE_TYPES.contains(type);
    refuse(text && isForNumbers(), "a sign, =, #, 0 or group");
    refuse(whole && precision != null, "a precision");
    refuse(!text && !whole && prefixed, "#");
    refuse(whole && !type.equals("d") && ",".equals(group), "a comma");
  }

  private void refuse(boolean refused, String what) {
    if (refused) {
      throw new IllegalArgumentException("format type %s does not allow %s".formatted(type, what));
    }
  }

  private boolean isForNumbers() {
    return sign != null || prefixed || group != null || "=".equals(align);
  }

  private boolean isEmpty() {
    return !isForNumbers() && align == null && width == 0 && precision == null && type == null;
  }

  /** The value as text; empty when the format does not support its type. */
  Optional<String> format(JsonNode value) {
    if (isEmpty()) {
      return Optional.of(TextForm.of(value));
    }
    return switch (value.getNodeType()) {
      case STRING -> text(value.textValue());
      case BOOLEAN ->
          type == null || type.equals("s")
              ? text(TextForm.of(value))
              : number(IntNode.valueOf(value.booleanValue() ? 1 : 0));
      case NUMBER -> number(value);
      case NULL, ARRAY, OBJECT, MISSING, BINARY, POJO -> Optional.empty();
    };
  }

  private Optional<String> text(String text) {
    if (isForNumbers() || !(type == null || type.equals("s"))) {
      return Optional.empty();
    }
    int length = text.codePointCount(0, text.length());
    int shown = precision == null ? length : Math.min(length, precision);
    return Optional.of(padded("", text.substring(0, text.offsetByCodePoints(0, shown)), "<"));
  }

  private Optional<String> number(JsonNode number) {
    if (number.isIntegralNumber() && (type == null || WHOLE_TYPES.contains(type))) {
      return precision == null ? Optional.of(whole(number.bigIntegerValue())) : Optional.empty();
    }
    double fraction = number.doubleValue();
    boolean tooLarge = number.isIntegralNumber() && Double.isInfinite(fraction);
    return tooLarge || prefixed || (type != null && !FRACTION_TYPES.contains(type))
        ? Optional.empty()
        : Optional.of(fraction(fraction));
  }

  private String whole(BigInteger number) {
    var letter = type == null ? "d" : type;
    int radix =
        switch (letter) {
          case "x", "X" -> 16;
          case "o" -> 8;
          case "b" -> 2;
          default -> 10;
        };
    var prefix = prefixed && radix != 10 ? "0" + letter : "";
    var digits = number.abs().toString(radix);
    if (letter.equals("X")) {
      digits = digits.toUpperCase(Locale.ROOT);
    }
    return assembled(number.signum() < 0, prefix, digits, "", radix == 10 ? 3 : 4);
  }

  private String fraction(double number) {
    var body = body(Math.abs(number));
    int end = 0;
    while (end < body.length() && ".eE%".indexOf(body.charAt(end)) < 0) {
      end++;
    }
    return assembled(
        FractionText.isNegative(number), "", body.substring(0, end), body.substring(end), 3);
  }

  private String body(double size) {
    if (type == null) {
      return precision == null
          ? FractionText.shortest(size)
          : FractionText.pointed(size, Math.max(1, precision));
    }
    int digits = precision == null ? 6 : precision;
    var body =
        switch (type) {
          case "f", "F" -> FractionText.fixed(size, digits);
          case "e", "E" -> FractionText.scientific(size, digits);
          case "g", "G" -> FractionText.general(size, Math.max(1, digits));
          default -> FractionText.fixed(size * 100, digits) + "%";
        };
    return "FEG".contains(type) ? body.toUpperCase(Locale.ROOT) : body;
  }

  private String assembled(
      boolean negative, String prefix, String digits, String rest, int groupSize) {
    var head = (negative ? "-" : sign == null || sign.equals("-") ? "" : sign) + prefix;
    boolean zeros = "0".equals(fill) && "=".equals(align);
    int atLeast = zeros ? width - head.length() - rest.length() : 0;
    return padded(head, grouped(digits, groupSize, atLeast) + rest, ">");
  }

  /**
   * Inserts the group separators, and leading zeros until it has at least {@code atLeast}
   * characters.
   */
  private String grouped(String digits, int size, int atLeast) {
    if (group == null) {
      return digits;
    }
    int length = digits.length();
    while (length + (length - 1) / size < atLeast) {
      length++;
    }
    var out = new StringBuilder("0".repeat(length - digits.length()) + digits);
    for (int i = length - size; i > 0; i -= size) {
      out.insert(i, group);
    }
    return out.toString();
  }

  private String padded(String head, String body, String defaultAlign) {
    int missing = Math.max(0, width - head.length() - body.codePointCount(0, body.length()));
    var padding = fill == null ? " " : fill;
    return switch (align == null ? defaultAlign : align) {
      case "<" -> head + body + padding.repeat(missing);
      case ">" -> padding.repeat(missing) + head + body;
      case "=" -> head + padding.repeat(missing) + body;
      default -> padding.repeat(missing / 2) + head + body + padding.repeat(missing - missing / 2);
    };
  }
}

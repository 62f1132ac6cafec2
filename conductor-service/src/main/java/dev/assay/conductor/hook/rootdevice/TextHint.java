package dev.assay.conductor.hook.rootdevice;

import dev.assay.inventory.Disk;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A condition on a field that is text. Both sides are put in lower case and percent-encoded before
 * they are compared, so the order is that of the encoded texts. A disk without the field has the
 * text "none"; an empty text matches nothing.
 *
 * @param name of hint and field
 * @param holds the condition on the encoded text of the disk
 */
record TextHint(String name, Predicate<String> holds) implements Hint {
  /** The characters that are not encoded; upper case does not occur. */
  private static final String KEPT = "abcdefghijklmnopqrstuvwxyz0123456789_.-~/";

  private static final String NULL = "none";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  static TextHint parse(String name, String text) {
    var expression = Expression.parse(name, text);
    var operands = expression.operands().stream().map(TextHint::encoded).toList();
    return new TextHint(name, condition(name, expression, operands));
  }

  private static Predicate<String> condition(
      String name, Expression expression, List<String> operands) {
    var operand = operands.getFirst();
    return switch (expression.operator()) {
      case NONE, TEXT_EQUAL -> operand::equals;
      case TEXT_NOT_EQUAL -> text -> !text.equals(operand);
      case TEXT_LESS -> text -> text.compareTo(operand) < 0;
      case TEXT_LESS_OR_EQUAL -> text -> text.compareTo(operand) <= 0;
      case TEXT_GREATER -> text -> text.compareTo(operand) > 0;
      case TEXT_GREATER_OR_EQUAL -> text -> text.compareTo(operand) >= 0;
      case IN -> text -> text.contains(operand);
      case OR -> operands::contains;
      case ALL_IN ->
          throw new InvalidHint(
              "Root device hint \"%s\" is compared with text, which is no list as the operator \"<all-in>\" needs; use <in>"
                  .formatted(name));
      case EQUAL, AT_LEAST, NOT_EQUAL, GREATER_OR_EQUAL, LESS_OR_EQUAL, GREATER, LESS, RANGE_IN ->
          throw new InvalidHint(
              "Root device hint \"%s\" has the operator \"%s\" for numbers: could not convert text to a number; use s==, s!=, s<, s<=, s>, s>=, <in> or <or>"
                  .formatted(name, expression.operator().symbol()));
    };
  }

  @Override
  public boolean matches(Disk disk) {
    var text = disk.scalar(name).orElse(NULL).strip().toLowerCase(Locale.ROOT);
    return !text.isEmpty() && holds.test(encoded(text));
  }

  private static String encoded(String text) {
    var encoded = new StringBuilder(text.length());
    // the database keeps a U+0000 of a hint as U+FFFD: a disk that has one must still be found
    for (var octet : text.replace('\u0000', '\uFFFD').getBytes(StandardCharsets.UTF_8)) {
      if (KEPT.indexOf(octet) >= 0) { // octets above 0x7F are negative
        encoded.append((char) octet);
      } else {
        encoded.append('%').append(HEX.toHighHexDigit(octet)).append(HEX.toLowHexDigit(octet));
      }
    }
    return encoded.toString();
  }
}

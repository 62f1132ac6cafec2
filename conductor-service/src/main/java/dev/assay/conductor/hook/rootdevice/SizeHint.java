package dev.assay.conductor.hook.rootdevice;

import dev.assay.inventory.Disk;
import dev.assay.inventory.WholeNumber;
import java.math.BigInteger;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;

/**
 * A condition on the size of a disk in GiB, which is not rounded: a disk sold as 1 TB has 931.51. A
 * disk that does not report its size matches nothing.
 */
record SizeHint(DoublePredicate holds) implements Hint {
  static final String NAME = "size";

  private static final double GIB = 1L << 30;
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,30}([.][0-9]{1,30})?");

  static SizeHint parse(String text) {
    var expression = Expression.parse(NAME, text);
    if (expression.operator() == Operator.RANGE_IN) {
      return new SizeHint(range(expression.operands().getFirst(), text));
    }
    var operands = expression.operands().stream().map(operand -> gib(operand, text)).toList();
    return new SizeHint(condition(expression.operator(), operands));
  }

  private static DoublePredicate condition(Operator operator, List<Double> operands) {
    double operand = operands.getFirst();
    return switch (operator) {
      case NONE, EQUAL -> size -> size == operand;
      case NOT_EQUAL -> size -> size != operand;
      case AT_LEAST, GREATER_OR_EQUAL -> size -> size >= operand;
      case LESS_OR_EQUAL -> size -> size <= operand;
      case GREATER -> size -> size > operand;
      case LESS -> size -> size < operand;
      case OR -> _ -> false; // compares texts, which a size is not; the same in Ironic
      case IN,
          ALL_IN,
          RANGE_IN,
          TEXT_EQUAL,
          TEXT_NOT_EQUAL,
          TEXT_LESS_OR_EQUAL,
          TEXT_LESS,
          TEXT_GREATER_OR_EQUAL,
          TEXT_GREATER ->
          throw new InvalidHint(
              "Root device hint \"%s\" is a number, but the operator \"%s\" is for texts; use ==, !=, >=, <=, >, < or <range-in>"
                  .formatted(NAME, operator.symbol()));
    };
  }

  @Override
  public boolean matches(Disk disk) {
    var bytes = disk.size();
    return bytes.isPresent() && holds.test(bytes.getAsLong() / GIB);
  }

  private static double gib(String operand, String text) {
    var number = WholeNumber.parse(operand).orElseThrow(() -> notAnInteger(text));
    if (number.compareTo(BigInteger.ZERO) <= 0) {
      throw new InvalidHint(
          "Root device hint \"%s\" should be a positive integer. Current value: %s"
              .formatted(NAME, text));
    }
    return number.doubleValue();
  }

  /**
   * {@code words} are bracket, lower bound, upper bound, bracket; square brackets include the
   * bound.
   */
  private static DoublePredicate range(String words, String text) {
    var parts = List.of(BLANKS.split(words));
    if (parts.size() != 4
        || !NUMBER.matcher(parts.get(1)).matches()
        || !NUMBER.matcher(parts.get(2)).matches()) {
      throw notAnInteger(
          text + "; a range is four words, as in <range-in> [ 800 900 ] or <range-in> ( 800 900 )");
    }
    var lower = Double.parseDouble(parts.get(1));
    var upper = Double.parseDouble(parts.get(2));
    if (lower > upper) {
      throw invalidRange("the lower bound is above the upper one", text);
    }
    DoublePredicate above =
        switch (parts.getFirst()) {
          case "[" -> size -> size >= lower;
          case "(" -> size -> size > lower;
          default -> throw invalidRange("the first bracket is neither [ nor (", text);
        };
    return above.and(
        switch (parts.getLast()) {
          case "]" -> size -> size <= upper;
          case ")" -> size -> size < upper;
          default -> throw invalidRange("the last bracket is neither ] nor )", text);
        });
  }

  private static InvalidHint notAnInteger(String text) {
    return new InvalidHint(
        "Root device hint \"%s\" is not an integer value. Current value: %s".formatted(NAME, text));
  }

  private static InvalidHint invalidRange(String why, String text) {
    return new InvalidHint(
        "Root device hint \"%s\" is not a range: %s. Current value: %s".formatted(NAME, why, text));
  }
}

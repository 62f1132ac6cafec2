package dev.assay.rule.interpolation;

import java.util.regex.Pattern;

/**
 * The reason why a string with an expression stayed as written. Contains text of the rule only, no
 * inspection data.
 *
 * @param expression as written, with its braces; the whole string when it is malformed
 */
public record UnresolvedText(String expression, Reason reason) {
  private static final Pattern KNOWN_NAME =
      Pattern.compile("\\{(%s)\\b".formatted(String.join("|", Template.NAMES)));

  public enum Reason {
    UNKNOWN_NAME("this variable is unknown or not available here"),
    NO_SUCH_KEY("there is no such key"),
    OUT_OF_RANGE("the list has no such element"),
    NOT_INSIDE("a number in brackets needs a list, a key needs an object"),
    DOT("a dot reaches fields of node, ports[n] and port_groups[n] only, use brackets"),
    UNFORMATTED("the format does not support this type of value"),
    TOO_LONG("the text would be longer than " + Template.MAX_LENGTH + " characters"),
    MALFORMED("the braces, brackets and names do not form a valid expression");

    private final String sentence;

    Reason(String sentence) {
      this.sentence = sentence;
    }

    /** For people; contains no text of the rule. */
    public String sentence() {
      return sentence;
    }

    /** Whether a lookup found nothing. Otherwise there is a value, but no text for it. */
    public boolean isLookUp() {
      return switch (this) {
        case UNKNOWN_NAME, NO_SUCH_KEY, OUT_OF_RANGE, NOT_INSIDE, DOT -> true;
        case UNFORMATTED, TOO_LONG, MALFORMED -> false;
      };
    }
  }

  /**
   * Whether a brace is followed by a known name; if not, it was probably not meant as an
   * expression.
   */
  public boolean isMeant() {
    return KNOWN_NAME.matcher(expression).find();
  }

  /** The expression and the reason, for a trace or a log line. */
  public String sentence() {
    return expression + ": " + reason.sentence;
  }
}

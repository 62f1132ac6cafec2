package dev.assay.rule.interpolation;

import java.util.regex.Pattern;

/**
 * Why a text stayed as written. Holds what the rule says and nothing of the data.
 *
 * @param expression as written, with its braces; the whole text when that is malformed
 */
public record UnresolvedText(String expression, Reason reason) {
  private static final Pattern NAMED =
      Pattern.compile("\\{(%s)\\b".formatted(String.join("|", Template.NAMES)));

  public enum Reason {
    UNKNOWN_NAME("there is no such name here"),
    NO_SUCH_KEY("there is no such key"),
    OUT_OF_RANGE("the list has no such element"),
    NOT_INSIDE("a number in brackets needs a list, a key needs an object"),
    DOT("a dot reaches fields of node, ports[n] and port_groups[n] only, use brackets"),
    UNFORMATTED("the value does not go with this format"),
    TOO_LONG("the text would be longer than " + Template.MAX_LENGTH + " characters"),
    MALFORMED("braces, brackets and names make no expression");

    private final String sentence;

    Reason(String sentence) {
      this.sentence = sentence;
    }

    /** Whether something was asked for that is not there; the others have a value but no text. */
    public boolean isLookUp() {
      return switch (this) {
        case UNKNOWN_NAME, NO_SUCH_KEY, OUT_OF_RANGE, NOT_INSIDE, DOT -> true;
        case UNFORMATTED, TOO_LONG, MALFORMED -> false;
      };
    }
  }

  /** Whether a name of the data is behind a brace: if not, nobody meant an expression. */
  public boolean isMeant() {
    return NAMED.matcher(expression).find();
  }

  /** For a trace or a log line. */
  public String sentence() {
    return expression + ": " + reason.sentence;
  }
}

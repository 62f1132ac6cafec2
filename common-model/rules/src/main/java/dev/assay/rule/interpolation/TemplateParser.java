package dev.assay.rule.interpolation;

import dev.assay.rule.format.FormatSpec;
import dev.assay.rule.format.Style;
import dev.assay.rule.interpolation.Expression.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses a template by the grammar of spec rules.md 7.2, in one pass from left to right. */
final class TemplateParser {
  /** Thrown when the text is not a valid template; it then stays as written. */
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  private final String text;
  private final StringBuilder literal = new StringBuilder();
  private final List<TemplatePart> pieces = new ArrayList<>();
  private int at;

  TemplateParser(String text) {
    this.text = text;
  }

  List<TemplatePart> pieces() throws Malformed {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '{' && c != '}') {
        literal.append(c);
      } else if (at < text.length() && text.charAt(at) == c) {
        at++;
        literal.append(c);
      } else if (c == '}') {
        throw new Malformed("a closing brace without an opening one");
      } else {
        endLiteral();
        pieces.add(expression());
      }
    }
    endLiteral();
    return pieces;
  }

  private void endLiteral() {
    if (!literal.isEmpty()) {
      pieces.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private Expression expression() throws Malformed {
    int start = at;
    int end = endOfReference();
    var name = text.substring(start, endOfName(start, end));
    if (name.isEmpty() || isNumber(name)) {
      throw new Malformed("an expression without a name");
    }
    var steps = steps(start + name.length(), end);
    var style = style(end);
    return new Expression(text.substring(start - 1, at), name, steps, style);
  }

  /** Finds the end of the name and its steps. Braces and colons inside brackets belong to a key. */
  private int endOfReference() throws Malformed {
    while (at < text.length()) {
      switch (text.charAt(at)) {
        case '{' -> throw new Malformed("an opening brace inside of an expression");
        case '}', ':', '!' -> {
          return at;
        }
        case '[' -> at = indexOf(']', at) + 1;
        default -> at++;
      }
    }
    throw new Malformed("an opening brace without a closing one");
  }

  private int endOfName(int start, int end) {
    int i = start;
    while (i < end && text.charAt(i) != '.' && text.charAt(i) != '[') {
      i++;
    }
    return i;
  }

  private List<Step> steps(int start, int end) throws Malformed {
    List<Step> steps = new ArrayList<>();
    for (int i = start; i < end; ) {
      boolean bracket = text.charAt(i) == '[';
      if (!bracket && text.charAt(i) != '.') {
        throw new Malformed("something other than a dot or a bracket after a bracket");
      }
      int stop = bracket ? indexOf(']', i) : endOfName(i + 1, end);
      var key = text.substring(i + 1, stop);
      if (key.isEmpty()) {
        throw new Malformed("an empty key");
      }
      steps.add(bracket ? inBrackets(key) : new Step.Dot(key));
      i = bracket ? stop + 1 : stop;
    }
    return steps;
  }

  private static Step inBrackets(String key) {
    if (!isNumber(key)) {
      return new Step.Key(key);
    }
    return new Step.Index(key.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(key));
  }

  /**
   * Parses what follows the reference that ended at {@code end}, up to and including the closing
   * brace.
   */
  private @Nullable Style style(int end) throws Malformed {
    at = end;
    char c = text.charAt(at++);
    if (c == '}') {
      return null;
    }
    if (c == ':') {
      return formatted(spec());
    }
    at = Math.min(at + 1, text.length());
    char conversion = text.charAt(at - 1);
    if (at == text.length()) {
      throw new Malformed("an opening brace without a closing one");
    }
    return switch (text.charAt(at++)) {
      case '}' -> converted(conversion, "");
      case ':' -> converted(conversion, spec());
      default -> throw new Malformed("more than one letter after an exclamation mark");
    };
  }

  private static Style formatted(String spec) {
    try {
      return new Style.Formatted(FormatSpec.parse(spec));
    } catch (IllegalArgumentException refused) {
      return new Style.Unusable(String.valueOf(refused.getMessage()));
    }
  }

  private static Style converted(char conversion, String spec) {
    try {
      return new Style.Converted(Style.Conversion.of(conversion), FormatSpec.parse(spec));
    } catch (IllegalArgumentException refused) {
      return new Style.Unusable(String.valueOf(refused.getMessage()));
    }
  }

  /**
   * Reads up to and including the brace that closes the expression; it may contain pairs of braces.
   */
  private String spec() throws Malformed {
    int start = at;
    for (int open = 1; at < text.length(); at++) {
      char c = text.charAt(at);
      open += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (open == 0) {
        return text.substring(start, at++);
      }
    }
    throw new Malformed("an opening brace without a closing one");
  }

  private int indexOf(char c, int from) throws Malformed {
    int found = text.indexOf(c, from);
    if (found < 0) {
      throw new Malformed("an opening bracket without a closing one");
    }
    return found;
  }

  private static boolean isNumber(String key) {
    return key.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}

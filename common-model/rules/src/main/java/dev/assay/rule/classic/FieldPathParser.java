package dev.assay.rule.classic;

import dev.assay.rule.classic.FieldPath.Step;
import java.util.ArrayList;
import java.util.List;

/** Parses JSON paths in one pass from left to right. Source: spec inspector-compat.md 6.2. */
final class FieldPathParser {
  private static final int MAX_STEPS = 50;
  private static final int MAX_DIGITS = 9;

  private final String text;
  private final List<Step> steps = new ArrayList<>();
  private int at;

  FieldPathParser(String text) {
    this.text = text;
  }

  /** The steps; IllegalArgumentException when the text is no path. */
  List<Step> steps() {
    if (text.startsWith("$")) {
      at = 1;
    } else if (!text.isEmpty()) {
      if (text.charAt(0) == '[') {
        inBrackets();
      } else {
        name();
      }
    }
    while (at < text.length()) {
      next();
    }
    if (steps.size() > MAX_STEPS) {
      throw bad("it has more than %d steps".formatted(MAX_STEPS));
    }
    return steps;
  }

  private void next() {
    if (text.startsWith("..", at)) {
      at += 2;
      steps.add(new Step.Descendants(quotedOrPlain()));
    } else if (text.charAt(at) == '.') {
      at++;
      if (at < text.length() && text.charAt(at) == '[') {
        inBrackets();
      } else {
        name();
      }
    } else if (text.charAt(at) == '[') {
      inBrackets();
    } else {
      throw bad("a dot or a bracket is missing");
    }
  }

  private void name() {
    if (at < text.length() && text.charAt(at) == '*') {
      at++;
      steps.add(new Step.EachMember());
    } else {
      steps.add(new Step.Member(quotedOrPlain()));
    }
  }

  private void inBrackets() {
    at++;
    if (at >= text.length()) {
      throw bad("an opening bracket has no closing one");
    }
    char c = text.charAt(at);
    if (c == '*') {
      at++;
      steps.add(new Step.EachElement());
    } else if (c == '\'' || c == '"') {
      steps.add(new Step.Member(quotedOrPlain()));
    } else {
      steps.add(new Step.Element(index()));
    }
    if (at >= text.length() || text.charAt(at) != ']') {
      throw bad("brackets have an index, * or a name in quotes; filters and slices do not work");
    }
    at++;
  }

  private int index() {
    int start = at;
    if (at < text.length() && text.charAt(at) == '-') {
      at++;
    }
    while (at < text.length() && Character.digit(text.charAt(at), 10) >= 0) {
      at++;
    }
    var digits = text.substring(start, at);
    if (digits.isEmpty() || digits.equals("-") || digits.length() > MAX_DIGITS) {
      throw bad("brackets have an index, * or a name in quotes; filters and slices do not work");
    }
    return Integer.parseInt(digits);
  }

  private String quotedOrPlain() {
    if (at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '"')) {
      int end = text.indexOf(text.charAt(at), at + 1);
      if (end < 0) {
        throw bad("an opening quote has no closing one");
      }
      var name = text.substring(at + 1, end);
      at = end + 1;
      return name;
    }
    int start = at;
    while (at < text.length() && isOfName(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw bad(
          at < text.length() ? "unexpected '%c'".formatted(text.charAt(at)) : "a name is missing");
    }
    return text.substring(start, at);
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '@' || c == ':';
  }

  private IllegalArgumentException bad(String why) {
    return new IllegalArgumentException(
        "unable to parse JSON path %s: %s, at character %d".formatted(text, why, at + 1));
  }
}

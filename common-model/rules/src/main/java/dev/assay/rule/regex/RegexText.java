package dev.assay.rule.regex;

/** Reads the text of a regular expression by code points, from left to right. */
final class RegexText {
  private static final int END = -1;

  private final String text;
  private int at;

  RegexText(String text) {
    this.text = text;
  }

  /** Escapes a character so that it matches only itself, inside and outside a class. */
  static String literal(int c) {
    boolean plain = c < 0x80 && Character.isLetterOrDigit(c);
    return plain ? Character.toString(c) : "\\x{%x}".formatted(c);
  }

  int at() {
    return at;
  }

  boolean hasNext() {
    return at < text.length();
  }

  /** The next code point, without consuming it; -1 at the end. */
  int peek() {
    return hasNext() ? text.codePointAt(at) : END;
  }

  int next() {
    int c = peek();
    if (c == END) {
      throw wrong("it ends too early");
    }
    at += Character.charCount(c);
    return c;
  }

  /** Consumes {@code what} if it comes next; returns whether it did. */
  boolean take(String what) {
    boolean comes = text.startsWith(what, at);
    at += comes ? what.length() : 0;
    return comes;
  }

  /**
   * Consumes everything up to and including the next {@code end}, and returns the text before it;
   * {@code what} names the construct in the error when there is none.
   */
  String takeUntil(char end, String what) {
    int found = text.indexOf(end, at);
    if (found < 0) {
      throw wrong(what + " is not closed");
    }
    var taken = text.substring(at, found);
    at = found + 1;
    return taken;
  }

  /** Consumes at most {@code most} ASCII characters that are digits in {@code radix}. */
  String takeDigits(int radix, int most) {
    int start = at;
    while (at < text.length()
        && at - start < most
        && text.charAt(at) < 0x80
        && Character.digit(text.charAt(at), radix) >= 0) {
      at++;
    }
    return text.substring(start, at);
  }

  /** Consumes letters and hyphens. */
  String takeFlags() {
    int start = at;
    while (at < text.length() && (text.charAt(at) == '-' || Character.isLetter(text.charAt(at)))) {
      at++;
    }
    return text.substring(start, at);
  }

  void back(int to) {
    at = to;
  }

  /** Reads the character that an escape stands for; its backslash is already consumed. */
  int escaped(boolean inClass) {
    int start = at;
    int c = next();
    return switch (c) {
      case 'a' -> 0x07;
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0b;
      case 'x' -> number(16, 2);
      case 'u' -> number(16, 4);
      case 'U' -> number(16, 8);
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        back(start);
        yield octal(inClass);
      }
      default -> {
        if (c < 0x80 && Character.isLetter(c)) {
          throw wrong("there is no escape \\" + Character.toString(c));
        }
        yield c;
      }
    };
  }

  private int number(int radix, int digits) {
    var taken = takeDigits(radix, digits);
    if (taken.length() < digits) {
      throw wrong("an escape has too few digits");
    }
    return character(Long.parseLong(taken, radix));
  }

  /**
   * Reads an octal escape: three digits, or up to three after a zero or in a class. Other digits
   * would be a back reference, which is rejected.
   */
  private int octal(boolean inClass) {
    boolean zero = peek() == '0';
    var digits = takeDigits(8, 3);
    if (digits.isEmpty() || !(zero || inClass || digits.length() == 3)) {
      throw wrong("back references cannot be matched in linear time, they are not supported");
    }
    int value = Integer.parseInt(digits, 8);
    if (value > 0xff) {
      throw wrong("an octal escape goes to \\377");
    }
    return value;
  }

  private int character(long value) {
    if (value > Character.MAX_CODE_POINT) {
      throw wrong("there is no such character");
    }
    return (int) value;
  }

  /**
   * Rejects nine Cyrillic letters when case is ignored: RE2/J 1.8, whose tables are older, loops
   * forever looking for their other cases (github.com/google/re2j/issues/168). To be removed when
   * it is fixed.
   */
  void requireCases(int from, int to, boolean ignoreCase) {
    if (ignoreCase && from <= 0x1c88 && to >= 0x1c80) {
      throw wrong("U+1C80 to U+1C88 cannot be matched with flag i");
    }
  }

  IllegalArgumentException wrong(String why) {
    return new IllegalArgumentException("%s (before position %d)".formatted(why, at));
  }
}

package dev.assay.rule.regex;

import org.jspecify.annotations.Nullable;

/**
 * A character class in brackets, translated to RE2.
 *
 * @param size its share in the program size; more than 1 when it is expensive for RE2/J
 */
record RegexClass(String translated, int size) {
  /**
   * Code points of a range that cost as much as one: when case is ignored, RE2/J visits all of
   * them.
   */
  private static final int CODE_POINTS_PER_SIZE = 1000;

  private static final String BLANK = "\\t-\\r\\x1c-\\x20\\x{85}\\p{Z}";

  /** All assigned characters except {@link #BLANK}: RE2 has no negation inside brackets. */
  private static final String NOT_BLANK =
      "\\x00-\\x08\\x0e-\\x1b\\x21-\\x{84}\\x{86}-\\x{9f}"
          + "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Cs}";

  private static final String WORD = "\\p{L}\\p{N}_";

  /**
   * All assigned characters except {@link #WORD}: connectors other than the underscore one by one.
   */
  private static final String NOT_WORD =
      "\\p{M}\\p{S}\\p{Z}\\p{C}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}"
          + "\\x{203f}\\x{2040}\\x{2054}\\x{fe33}\\x{fe34}\\x{fe4d}-\\x{fe4f}\\x{ff3f}";

  /** The class for the letter of an escape, such as d; null when there is none. */
  static @Nullable String named(int letter) {
    boolean negated = letter < 0x80 && Character.isUpperCase(letter);
    var inside = inside(negated ? Character.toLowerCase(letter) : letter);
    return inside == null ? null : (negated ? "[^" : "[") + inside + "]";
  }

  /** As above, without the brackets. */
  private static @Nullable String inside(int letter) {
    return switch (letter) {
      case 'd' -> "\\p{Nd}";
      case 'D' -> "\\P{Nd}";
      case 's' -> BLANK;
      case 'S' -> NOT_BLANK;
      case 'w' -> WORD;
      case 'W' -> NOT_WORD;
      default -> null;
    };
  }

  /** Reads from after the opening bracket up to and including the closing one. */
  static RegexClass translate(RegexText text, boolean ignoreCase) {
    var out = new StringBuilder(text.take("^") ? "[^" : "[");
    int size = 1;
    boolean first = true;
    while (first || !text.take("]")) {
      first = false;
      if (!text.hasNext()) {
        throw text.wrong("a bracket is not closed");
      }
      size += item(text, ignoreCase, out);
    }
    return new RegexClass(out.append(']').toString(), size);
  }

  /** Appends one character, range or named class; returns its additional size. */
  private static int item(RegexText text, boolean ignoreCase, StringBuilder out) {
    var named = takeNamed(text);
    int from = named == null ? character(text) : 0;
    int mark = text.at();
    boolean range = text.take("-") && text.hasNext() && text.peek() != ']';
    if (!range) {
      text.back(mark);
    }
    if (named != null && !range) {
      out.append(named);
      return 0;
    }
    if (named != null || (range && takeNamed(text) != null)) {
      throw text.wrong("both ends of a range must be single characters");
    }
    int to = range ? character(text) : from;
    if (from > to) {
      throw text.wrong("the end of a range must not be before its start");
    }
    text.requireCases(from, to, ignoreCase);
    out.append(RegexText.literal(from)).append('-').append(RegexText.literal(to));
    return ignoreCase ? (to - from) / CODE_POINTS_PER_SIZE : 0;
  }

  private static @Nullable String takeNamed(RegexText text) {
    int mark = text.at();
    var named = text.take("\\") ? inside(text.peek()) : null;
    if (named == null) {
      text.back(mark);
    } else {
      text.next();
    }
    return named;
  }

  private static int character(RegexText text) {
    if (!text.take("\\")) {
      return text.next();
    }
    return text.take("b") ? '\b' : text.escaped(true);
  }
}

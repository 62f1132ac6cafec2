package dev.assay.rule.regex;

import org.jspecify.annotations.Nullable;

/**
 * A set of characters, in brackets.
 *
 * @param size more than 1 when it costs RE2/J much
 */
record RegexClass(String translated, int size) {
  /** Code points of a range that cost as much as one: without regard to case all are visited. */
  private static final int FREE = 1000;

  private static final String BLANK = "\\t-\\r\\x1c-\\x20\\x{85}\\p{Z}";

  /** Everything assigned but {@link #BLANK}: RE2 has no negation inside of brackets. */
  private static final String NOT_BLANK =
      "\\x00-\\x08\\x0e-\\x1b\\x21-\\x{84}\\x{86}-\\x{9f}"
          + "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Cs}";

  private static final String WORD = "\\p{L}\\p{N}_";

  /** Everything assigned but {@link #WORD}: all connectors but the underscore, one by one. */
  private static final String NOT_WORD =
      "\\p{M}\\p{S}\\p{Z}\\p{C}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}"
          + "\\x{203f}\\x{2040}\\x{2054}\\x{fe33}\\x{fe34}\\x{fe4d}-\\x{fe4f}\\x{ff3f}";

  /** The class that the letter of an escape names; null when it names none. */
  static @Nullable String named(int letter) {
    boolean negated = letter < 0x80 && Character.isUpperCase(letter);
    var inside = inside(negated ? Character.toLowerCase(letter) : letter);
    return inside == null ? null : (negated ? "[^" : "[") + inside + "]";
  }

  /** As above, to be put among others in brackets. */
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

  /** From behind the opening bracket to behind the closing one. */
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

  /** Appends one character, range or named class; answers what it costs. */
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
      throw text.wrong("a range goes from one character to another");
    }
    int to = range ? character(text) : from;
    if (from > to) {
      throw text.wrong("a range goes upwards");
    }
    text.requireCases(from, to, ignoreCase);
    out.append(RegexText.literal(from)).append('-').append(RegexText.literal(to));
    return ignoreCase ? (to - from) / FREE : 0;
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

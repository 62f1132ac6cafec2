package dev.assay.rule.regex;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Translates a Python regular expression to RE2 syntax. Throws IllegalArgumentException for what
 * RE2 does not support, and for what would make the RE2 program too large.
 */
final class PythonRegex {
  private static final int MAX_LENGTH = 4000;
  private static final int MAX_NESTING = 100;

  /**
   * Program size limit, in single characters to match: RE2/J limits each repetition, but not nested
   * ones.
   */
  private static final int MAX_SIZE = 2000;

  private static final int MAX_REPETITIONS = 1000;

  /** A group that is not yet closed. */
  private record Open(int sizeBefore, Flags flagsBefore) {}

  /** The flags that influence the translation. */
  private record Flags(boolean multiline, boolean ignoreCase) {
    /** These flags after {@code letters}; flags after a hyphen are switched off. */
    Flags with(String letters) {
      return new Flags(has(letters, 'm', multiline), has(letters, 'i', ignoreCase));
    }

    private static boolean has(String letters, char flag, boolean before) {
      int at = letters.indexOf(flag);
      int hyphen = letters.indexOf('-');
      return at < 0 ? before : hyphen < 0 || at < hyphen;
    }
  }

  private final RegexText text;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Open> groups = new ArrayDeque<>();
  private Flags flags = new Flags(false, false);

  /** Size of the innermost open group so far. */
  private int size;

  /** Size of the element before a quantifier; 0 when there is nothing to repeat. */
  private int atom;

  /** The position at which flags for the whole expression are allowed. */
  private int flagsUntil;

  private PythonRegex(String written) {
    text = new RegexText(written);
  }

  static String translate(String written) {
    if (written.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "%d characters are too many, at most %d are possible"
              .formatted(written.length(), MAX_LENGTH));
    }
    return new PythonRegex(written).translated();
  }

  private String translated() {
    while (text.hasNext()) {
      int start = text.at();
      int c = text.next();
      switch (c) {
        case '(' -> group(start);
        case ')' -> close();
        case '[' -> set();
        case '\\' -> escape();
        case '*', '+', '?' -> repeat(Character.toString(c), 1);
        case '{' -> bracedQuantifier();
        case '|' -> unrepeatable("|");
        case '^' -> unrepeatable("^");
        case '$' -> unrepeatable(flags.multiline ? "$" : "(?:\\n?\\z)");
        case '.' -> atom(".", 1);
        default -> character(c);
      }
    }
    if (!groups.isEmpty()) {
      throw text.wrong("a parenthesis is not closed");
    }
    return out.toString();
  }

  private void atom(String translated, int itsSize) {
    out.append(translated);
    atom = itsSize;
    grow(itsSize);
  }

  private void character(int c) {
    text.requireCases(c, c, flags.ignoreCase);
    atom(RegexText.literal(c), 1);
  }

  private void set() {
    var set = RegexClass.translate(text, flags.ignoreCase);
    atom(set.translated(), set.size());
  }

  /** Appends an anchor, word boundary or {@code |}, which a quantifier cannot repeat. */
  private void unrepeatable(String translated) {
    out.append(translated);
    atom = 0;
  }

  private void grow(int by) {
    size += by;
    if (size > MAX_SIZE) {
      throw text.wrong("repetitions make it too large");
    }
  }

  private void escape() {
    int c = text.peek();
    var assertion =
        switch (c) {
          case 'A' -> "\\A";
          case 'Z' -> "\\z";
          case 'b' -> "\\b";
          case 'B' -> "\\B";
          default -> null;
        };
    if (assertion != null) {
      text.next();
      unrepeatable(assertion);
      return;
    }
    var characters = RegexClass.named(c);
    if (characters != null) {
      text.next();
      atom(characters, 1);
    } else {
      character(text.escaped(false));
    }
  }

  private void group(int start) {
    if (!text.take("?") || text.take(":")) {
      open("(?:");
    } else if (text.take("P<")) {
      open("(?P<" + text.takeUntil('>', "the name of a group") + ">");
    } else if (text.take("#")) {
      text.takeUntil(')', "a comment");
    } else if (text.take("=") || text.take("!") || text.take("<=") || text.take("<!")) {
      throw text.wrong("look-ahead and look-behind cannot be matched in linear time");
    } else if (text.take("P=") || text.take("(")) {
      throw text.wrong("references to groups cannot be matched in linear time");
    } else {
      flags(start);
    }
  }

  private void open(String translated) {
    groups.push(new Open(size, flags));
    if (groups.size() > MAX_NESTING) {
      throw text.wrong("groups are nested deeper than %d".formatted(MAX_NESTING));
    }
    out.append(translated);
    size = 0;
    atom = 0;
  }

  private void close() {
    var group = groups.poll();
    if (group == null) {
      throw text.wrong("a parenthesis was not opened");
    }
    int inner = Math.max(1, size);
    size = group.sizeBefore;
    flags = group.flagsBefore;
    atom(")", inner);
  }

  /** {@code (?flags)} at the start, or the group {@code (?flags:...)}. */
  private void flags(int start) {
    var letters = text.takeFlags();
    boolean global = text.take(")");
    if (letters.isEmpty() || !(global || text.take(":"))) {
      throw text.wrong("there is no such group: (?" + letters);
    }
    if (!letters.matches("[imsu]*(-[ims]+)?")) { // Python also has a, L and x
      throw text.wrong("of flags only i, m, s and u are supported");
    }
    if (global && (start != flagsUntil || letters.contains("-"))) {
      throw text.wrong("flags stand at the start, or in a group: (?i:...)");
    }
    var translated = letters.replace("u", ""); // Unicode is always on
    if (global) {
      out.append(translated.isEmpty() ? "" : "(?" + translated + ")");
      flagsUntil = text.at();
    } else {
      open("(?" + translated + ":");
    }
    flags = flags.with(letters);
  }

  private void bracedQuantifier() {
    int start = text.at();
    var least = text.takeDigits(10, MAX_LENGTH);
    boolean range = text.take(",");
    var most = range ? text.takeDigits(10, MAX_LENGTH) : least;
    if (!text.take("}") || (least.isEmpty() && !range)) {
      text.back(start); // as in Python: a literal brace
      character('{');
      return;
    }
    int from = repetitions(least);
    if (most.isEmpty()) {
      repeat("{%d,}".formatted(from), Math.max(1, from));
    } else {
      repeat("{%d,%d}".formatted(from, repetitions(most)), repetitions(most));
    }
  }

  private int repetitions(String digits) {
    if (digits.length() > 4 || (!digits.isEmpty() && Integer.parseInt(digits) > MAX_REPETITIONS)) {
      throw text.wrong("at most %d repetitions are possible".formatted(MAX_REPETITIONS));
    }
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  private void repeat(String quantifier, int times) {
    if (atom == 0) {
      throw text.wrong("there is nothing to repeat, or it is repeated already");
    }
    grow(atom * Math.max(0, times - 1));
    out.append(quantifier).append(text.take("?") ? "?" : "");
    atom = 0;
  }
}

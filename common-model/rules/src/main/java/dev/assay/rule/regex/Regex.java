package dev.assay.rule.regex;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression in Python syntax, matched in time linear in the text. Differences from
 * Python: {@code \\b} recognises ASCII words only; {@code $} consumes a final line feed, so that
 * nothing after it can match that line feed again. Source: spec rules.md 6.
 */
public final class Regex {
  /** Maximum length of the text, in characters. */
  static final int LONGEST_TEXT = 1 << 20;

  /**
   * Maximum of program instructions times characters, at most some ten nanoseconds each: a search
   * cannot be interrupted, and must not delay an inspection for longer than about a second.
   */
  static final long MOST_STEPS = 1L << 26;

  private final Pattern anywhere;
  private final Pattern whole;

  private Regex(String translated) {
    anywhere = Pattern.compile(translated);
    whole = Pattern.compile("\\A(?:" + translated + ")\\n?\\z");
  }

  /**
   * Compiles a Python regular expression.
   *
   * @throws IllegalArgumentException when it is invalid or cannot be matched in linear time
   */
  public static Regex compile(String written) {
    try {
      return new Regex(PythonRegex.translate(written));
    } catch (PatternSyntaxException e) { // what only RE2/J checks, such as group names
      throw new IllegalArgumentException("invalid regular expression: " + e.getDescription(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("invalid regular expression: " + e.getMessage(), e);
    }
  }

  /**
   * Whether it matches the whole text, or the whole text before a final line feed.
   *
   * @throws IllegalArgumentException when that would take too long
   */
  public boolean matches(String text) {
    return found(whole, text);
  }

  /**
   * Whether it matches some part of {@code text}.
   *
   * @throws IllegalArgumentException when that would take too long
   */
  public boolean contains(String text) {
    return found(anywhere, text);
  }

  private static boolean found(Pattern pattern, String text) {
    var longest = Math.min(LONGEST_TEXT, MOST_STEPS / pattern.programSize());
    if (text.length() > longest) {
      throw new IllegalArgumentException(
          "the text has %d characters, this regular expression searches at most %d: look into a part of the data, or repeat less"
              .formatted(text.length(), longest));
    }
    return pattern.matcher(text).find();
  }
}

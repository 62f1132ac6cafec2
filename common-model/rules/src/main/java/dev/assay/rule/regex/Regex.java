package dev.assay.rule.regex;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression as Python writes them, run in time linear in the text. Differences: {@code
 * \\b} knows ASCII words only; {@code $} takes a final line feed, so nothing behind it can match
 * that one again. Source: spec rules.md 6.
 */
public final class Regex {
  /** In characters. */
  static final int LONGEST_TEXT = 1 << 20;

  /**
   * Instructions times characters, some ten nanoseconds each at worst: a search cannot be
   * interrupted, and must not hold up an inspection longer than a second or so.
   */
  static final long MOST_STEPS = 1L << 26;

  private final Pattern anywhere;
  private final Pattern whole;

  private Regex(String translated) {
    anywhere = Pattern.compile(translated);
    whole = Pattern.compile("\\A(?:" + translated + ")\\n?\\z");
  }

  /** IllegalArgumentException with a sentence for what is none, or cannot be run in linear time. */
  public static Regex compile(String written) {
    try {
      return new Regex(PythonRegex.translate(written));
    } catch (PatternSyntaxException e) { // what the translation leaves to RE2/J, names of groups
      throw new IllegalArgumentException("invalid regular expression: " + e.getDescription(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("invalid regular expression: " + e.getMessage(), e);
    }
  }

  /**
   * Whether it matches all of {@code text}, or all before a final line feed;
   * IllegalArgumentException when that would take too long.
   */
  public boolean matches(String text) {
    return found(whole, text);
  }

  /** Whether it matches somewhere in {@code text}; IllegalArgumentException as above. */
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

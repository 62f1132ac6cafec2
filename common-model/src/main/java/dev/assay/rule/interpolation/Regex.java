package dev.assay.rule.interpolation;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression as Python writes them, run in time linear in the text. Differences: {@code
 * \\b} knows ASCII words only; {@code $} takes a final line feed, so nothing behind it can match
 * that one again. Source: spec rules.md 6.
 */
public final class Regex {
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

  /** Whether it matches all of {@code text}, or all before a final line feed. */
  public boolean matches(String text) {
    return whole.matcher(text).find();
  }

  /** Whether it matches somewhere in {@code text}. */
  public boolean contains(String text) {
    return anywhere.matcher(text).find();
  }
}

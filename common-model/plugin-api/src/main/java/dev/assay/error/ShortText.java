package dev.assay.error;

/** Shortens untrusted text for errors and traces. */
public final class ShortText {
  private ShortText() {}

  /** Returns at most {@code limit} characters; three dots replace the rest. */
  public static String shortened(String text, int limit) {
    return text.length() <= limit ? text : text.substring(0, limit - 3) + "...";
  }

  /**
   * Returns {@code text} on one line; each run of blanks and control characters becomes a blank.
   */
  public static String line(String text) {
    return text.replaceAll("[\\p{Cntrl}\\s\\p{Cs}]+", " ").strip();
  }

  /** Returns {@code text} on one line, at most {@code limit} characters. */
  public static String printable(String text, int limit) {
    return shortened(line(text), limit);
  }
}

package dev.assay.hook;

/** Shortens untrusted text for errors and traces. */
public final class ShortText {
  private ShortText() {}

  /** Returns at most {@code limit} characters; three dots replace the rest. */
  public static String shortened(String text, int limit) {
    return text.length() <= limit ? text : text.substring(0, limit - 3) + "...";
  }
}

package dev.assay.hook;

/** Text from outside on its way into an error or a trace. */
public final class ShortText {
  private ShortText() {}

  /** At most {@code limit} characters; three dots stand for what was cut. */
  public static String shortened(String text, int limit) {
    return text.length() <= limit ? text : text.substring(0, limit - 3) + "...";
  }
}

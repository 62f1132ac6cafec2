package dev.assay.api.http;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The reference of an attempt: ten random characters of Crockford's base 32, that is without I, L,
 * O and U, so that people can read them out. It tells nothing. Source: spec conductor.md 4.4.
 */
public final class Reference {
  private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 10;
  private static final Pattern FORM = Pattern.compile("[%s]{%d}".formatted(LETTERS, LENGTH));
  private static final SecureRandom RANDOM = new SecureRandom();

  private Reference() {}

  /** Returns another one each time. */
  public static String random() {
    var bits = RANDOM.nextLong();
    var text = new char[LENGTH];
    for (var i = 0; i < LENGTH; i++) {
      text[i] = LETTERS.charAt((int) (bits >>> (5 * i)) & 31);
    }
    return new String(text);
  }

  /** The reference that a person meant: O is 0, I and L are 1, in upper case, without dashes. */
  public static String read(String text) {
    return text.strip()
        .toUpperCase(Locale.ROOT)
        .replace("-", "")
        .replace('O', '0')
        .replace('I', '1')
        .replace('L', '1');
  }

  /** True for what {@link #random} returns. */
  public static boolean wellFormed(String text) {
    return FORM.matcher(text).matches();
  }
}

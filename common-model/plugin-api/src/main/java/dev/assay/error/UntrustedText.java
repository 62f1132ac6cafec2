package dev.assay.error;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cleans text that came from a BMC or a driver, for messages: on one line, at most 300 characters,
 * and omitted altogether when it may repeat a secret. Secrets are not masked within the text,
 * because the rest would show where a secret such as {@code a} occurs.
 */
public final class UntrustedText {
  /** Replaces a text that is omitted. */
  public static final String LEFT_OUT = "left out: it may repeat a password";

  private static final int MAX_SHOWN = 300;

  /**
   * Minimum length of secrets to search for. Shorter ones occur in nearly every text, so that even
   * omitting a text would disclose them.
   */
  private static final int MIN_LENGTH = 6;

  /**
   * Only so many leading characters of a secret are searched for: BMCs truncate passwords to 16 or
   * 20 characters.
   */
  private static final int PREFIX_LENGTH = 8;

  private final List<String> beginnings;
  private final boolean anyShort;

  private UntrustedText(Collection<String> secrets) {
    this.anyShort =
        secrets.stream().anyMatch(secret -> !secret.isEmpty() && secret.length() < MIN_LENGTH);
    this.beginnings =
        secrets.stream().flatMap(secret -> forms(secret).stream()).distinct().toList();
  }

  /** Omits texts that contain any of {@code secrets}. */
  public static UntrustedText without(Collection<String> secrets) {
    return new UntrustedText(secrets);
  }

  /** Cleans free text; also omits it when a secret is too short to search for. */
  public String words(String text) {
    return anyShort ? LEFT_OUT : name(text);
  }

  /**
   * Cleans a path, an id or a cause, which do not contain a password unless somebody wants to
   * disclose it.
   */
  public String name(String text) {
    var line = ShortText.line(text);
    return beginnings.stream().anyMatch(secret -> text.contains(secret) || line.contains(secret))
        ? LEFT_OUT
        : ShortText.shortened(line, MAX_SHOWN);
  }

  private static List<String> forms(String secret) {
    var encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    return Stream.of(secret, ShortText.line(secret), encoded)
        .filter(form -> form.length() >= MIN_LENGTH)
        .map(form -> form.substring(0, Math.min(PREFIX_LENGTH, form.length())))
        .toList();
  }
}

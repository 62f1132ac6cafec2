package dev.assay.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.secret.SecretKeys;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Text that came from a BMC or a driver, for sentences that people read: on one line, at most 300
 * characters, and left out altogether when it may repeat a secret. It is not masked in part: what a
 * mask leaves would tell where a secret such as {@code a} occurs.
 */
public final class UntrustedText {
  /** Stands for a text that is left out. */
  public static final String LEFT_OUT = "left out: it may repeat a password";

  private static final int MAX_SHOWN = 300;

  /** A shorter secret is in nearly every text, so that even leaving a text out would tell of it. */
  private static final int SHORTEST = 6;

  /** The beginning of a secret is looked for: BMCs cut passwords at 16 or 20 characters. */
  private static final int BEGINNING = 8;

  private static final int DEEPEST = 10;

  private final List<String> beginnings;
  private final boolean anyShort;

  private UntrustedText(Collection<String> secrets) {
    this.anyShort =
        secrets.stream().anyMatch(secret -> !secret.isEmpty() && secret.length() < SHORTEST);
    this.beginnings =
        secrets.stream().flatMap(secret -> forms(secret).stream()).distinct().toList();
  }

  /** Texts in which none of {@code secrets} may show. */
  public static UntrustedText without(Collection<String> secrets) {
    return new UntrustedText(secrets);
  }

  /** Texts in which nothing may show that is a secret by its key in driver_info. */
  public static UntrustedText without(Bmc bmc) {
    var secrets = new ArrayList<String>();
    collect(bmc.driverInfo(), false, 0, secrets);
    return new UntrustedText(secrets);
  }

  /** Words from outside: left out also when a secret is too short to be looked for. */
  public String words(String text) {
    return anyShort ? LEFT_OUT : name(text);
  }

  /** A path, an id or a cause, in which nobody puts a password unless to disclose it. */
  public String name(String text) {
    var line = line(text);
    return beginnings.stream().anyMatch(secret -> text.contains(secret) || line.contains(secret))
        ? LEFT_OUT
        : cut(line, MAX_SHOWN);
  }

  /** {@code text} on one line, at most {@code limit} characters. */
  public static String printable(String text, int limit) {
    return cut(line(text), limit);
  }

  private static String line(String text) {
    return text.replaceAll("[\\p{Cntrl}\\s\\p{Cs}]+", " ").strip();
  }

  private static String cut(String line, int limit) {
    return line.length() <= limit ? line : line.substring(0, limit - 3) + "...";
  }

  private static List<String> forms(String secret) {
    var encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    return Stream.of(secret, line(secret), encoded)
        .filter(form -> form.length() >= SHORTEST)
        .map(form -> form.substring(0, Math.min(BEGINNING, form.length())))
        .toList();
  }

  private static void collect(JsonNode value, boolean secret, int depth, List<String> into) {
    if (value.isValueNode()) {
      if (secret && !value.isNull() && !value.isBoolean()) {
        into.add(value.asText());
      }
    } else if (depth < DEEPEST && value.isArray()) {
      value.forEach(item -> collect(item, secret, depth + 1, into));
    } else if (depth < DEEPEST) {
      value.properties().forEach(member -> collect(member, secret, depth + 1, into));
    }
  }

  private static void collect(
      Map.Entry<String, JsonNode> member, boolean secret, int depth, List<String> into) {
    collect(member.getValue(), secret || SecretKeys.INFO.hide(member.getKey()), depth, into);
  }
}

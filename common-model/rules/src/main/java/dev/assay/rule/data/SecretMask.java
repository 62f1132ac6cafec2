package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.error.ShortText;
import dev.assay.rule.format.TextForm;
import dev.assay.secret.SecretKeys;

/**
 * Masks the secrets of one inspection: for rules by the keys that hold them; in traces, errors and
 * logs wherever a rule copied them to. When there are more secrets than can be searched for, every
 * value is shown as ***. Used by one thread.
 */
public final class SecretMask {
  /** The text shown instead of a secret. */
  public static final String MASK = "***";

  static final TextNode MASKED = TextNode.valueOf(MASK);

  /**
   * Characters to scan for each character shown; limits the search for the end of a long secret.
   */
  private static final long SCAN_FACTOR = 16;

  private final SecretTexts met = new SecretTexts();

  /**
   * {@code value} as a rule may see it. Parts without secrets are shared with {@code value}; after
   * a change of it, call this again.
   */
  public JsonNode masked(JsonNode value, SecretKeys keys) {
    if (keys == SecretKeys.NONE) {
      return value;
    }
    return switch (value) {
      case ObjectNode object -> masked(object, keys);
      case ArrayNode array -> masked(array, keys);
      default -> value;
    };
  }

  /** As above, for one member of an object. */
  JsonNode masked(String key, JsonNode value, SecretKeys keys) {
    if (keys.hide(key)) {
      remember(value);
      return MASKED;
    }
    return masked(value, keys);
  }

  @SuppressWarnings("ReferenceEquality") // the same node back means that nothing is hidden in it
  private JsonNode masked(ObjectNode object, SecretKeys keys) {
    ObjectNode copy = null;
    for (var member : object.properties()) {
      var masked = masked(member.getKey(), member.getValue(), keys);
      if (masked != member.getValue()) {
        if (copy == null) {
          copy = JsonNodeFactory.instance.objectNode();
          copy.setAll(object);
        }
        copy.set(member.getKey(), masked);
      }
    }
    return copy == null ? object : copy;
  }

  @SuppressWarnings("ReferenceEquality") // the same node back means that nothing is hidden in it
  private JsonNode masked(ArrayNode array, SecretKeys keys) {
    ArrayNode copy = null;
    for (int i = 0; i < array.size(); i++) {
      var masked = masked(array.get(i), keys);
      if (masked != array.get(i)) {
        if (copy == null) {
          copy = JsonNodeFactory.instance.arrayNode(array.size()).addAll(array);
        }
        copy.set(i, masked);
      }
    }
    return copy == null ? array : copy;
  }

  /**
   * Adds the strings, numbers and keys in {@code secret} to the secrets that are masked from now
   * on.
   */
  public void remember(JsonNode secret) {
    if (met.tooMany()) {
      return;
    }
    switch (secret.getNodeType()) {
      case OBJECT ->
          secret
              .properties()
              .forEach(
                  member -> {
                    remember(member.getKey());
                    remember(member.getValue());
                  });
      case ARRAY -> secret.forEach(this::remember);
      case STRING -> remember(secret.textValue());
      case NUMBER -> {
        met.add(TextForm.of(secret));
        met.add(secret.asText()); // its JSON form
      }
      default -> {}
    }
  }

  void remember(String secret) {
    met.add(secret);
    if (!met.tooMany()) {
      var quoted = TextForm.of(JsonNodeFactory.instance.arrayNode().add(secret));
      met.add(quoted.substring(2, quoted.length() - 2)); // its form inside the text form of a list
    }
  }

  /** Whether there are so many secrets that no data can be shown. */
  public boolean tooMany() {
    return met.tooMany();
  }

  /**
   * {@code value} for display: with values under secret keys, and all secrets found so far, masked.
   */
  public JsonNode safe(JsonNode value) {
    return safe(value, Integer.MAX_VALUE);
  }

  /** As above; leaves out what is beyond about {@code limit} characters. */
  public JsonNode safe(JsonNode value, int limit) {
    var masked = masked(value, SecretKeys.INFO);
    return met.tooMany() ? MASKED : new MaskedCopy(this, limit).of(masked);
  }

  /** {@code text} for display: with all secrets found so far masked. */
  public String hidden(String text) {
    return hidden(text, Integer.MAX_VALUE);
  }

  /**
   * As above, shortened to {@code limit} characters; the cost does not depend on the part cut off.
   */
  public String hidden(String text, int limit) {
    if (met.tooMany()) {
      return MASK;
    }
    return met.isEmpty() ? ShortText.shortened(text, limit) : scanned(text, limit);
  }

  /** Scans from left to right and shortens afterwards, so that no secret is cut in two. */
  private String scanned(String text, int limit) {
    var shown = new StringBuilder();
    var end = Math.min(text.length(), SCAN_FACTOR * limit);
    int hiddenUntil = -1;
    int at = 0;
    for (; at < end && shown.length() <= limit; at++) {
      int length = met.longestAt(text, at);
      if (length > 0) {
        shown.append(at > hiddenUntil ? MASK : "");
        hiddenUntil = Math.max(hiddenUntil, at + length);
      }
      if (at >= hiddenUntil) {
        shown.append(text.charAt(at));
      }
    }
    shown.append(at < text.length() ? "..." : "");
    return ShortText.shortened(shown.toString(), limit);
  }
}

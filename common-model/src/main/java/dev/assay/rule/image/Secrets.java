package dev.assay.rule.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.interpolation.TextForm;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Hides the secrets of one inspection: from rules by the keys they are under, and from people, in
 * traces, errors and logs, wherever a rule has carried them. Used by one thread.
 */
public final class Secrets {
  /** What stands for a secret. */
  public static final String MASK = "***";

  /** Hiding shorter ones wherever they occur would hide everything. */
  private static final int SHORTEST = 4;

  static final TextNode MASKED = TextNode.valueOf(MASK);

  /** Longest first, so that a secret within another leaves no rest of that. */
  private final TreeSet<String> met =
      new TreeSet<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  /**
   * {@code value} as a rule may see it. What holds no secret is shared with it, so a later change
   * of it shows there, or not: mask it again.
   */
  public JsonNode masked(JsonNode value, SecretKeys keys) {
    return switch (value) {
      case ObjectNode object -> masked(object, keys);
      case ArrayNode array -> masked(array, keys);
      default -> value;
    };
  }

  /** One member of an object, as above. */
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

  /** From now on the texts and numbers in {@code secret} are hidden wherever they occur. */
  public void remember(JsonNode secret) {
    if (secret.isContainerNode()) {
      secret.forEach(this::remember);
    } else if (secret.isTextual() || secret.isNumber()) {
      var text = TextForm.of(secret);
      if (text.length() >= SHORTEST) {
        met.add(text);
        var quoted = TextForm.of(JsonNodeFactory.instance.arrayNode().add(text));
        met.add(quoted.substring(2, quoted.length() - 2)); // as it is inside a list's text form
      }
    }
  }

  /** {@code value} for people: without what is under the key of a secret, and without any met. */
  public JsonNode safe(JsonNode value) {
    return hidden(masked(value, SecretKeys.INFO));
  }

  /** {@code text} for people: without any secret that was met. */
  public String hidden(String text) {
    var result = text;
    for (var secret : met) {
      result = result.replace(secret, MASK);
    }
    return result;
  }

  private JsonNode hidden(JsonNode value) {
    if (met.isEmpty()) {
      return value;
    }
    return switch (value) {
      case ObjectNode object -> {
        var copy = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(member -> copy.set(hidden(member.getKey()), hidden(member.getValue())));
        yield copy;
      }
      case ArrayNode array -> {
        var copy = JsonNodeFactory.instance.arrayNode(array.size());
        array.forEach(item -> copy.add(hidden(item)));
        yield copy;
      }
      default -> hiddenScalar(value);
    };
  }

  private JsonNode hiddenScalar(JsonNode value) {
    if (!value.isTextual() && !value.isNumber()) {
      return value;
    }
    var text = TextForm.of(value);
    var shown = hidden(text);
    return shown.equals(text) ? value : TextNode.valueOf(shown);
  }
}

package dev.assay.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.secret.SecretKeys;

/** Hides secrets in responses; {@link SecretKeys} says which. Source: spec api.md 9.3. */
public final class Masking {
  /** What stands for a secret. */
  public static final String MASK = "******";

  private static final JsonNode MASKED = TextNode.valueOf(MASK);

  private Masking() {}

  /** A copy without the values of {@code secrets}, at every depth. */
  public static ObjectNode masked(ObjectNode info, SecretKeys secrets) {
    var copy = JsonNodeFactory.instance.objectNode();
    for (var member : info.properties()) {
      copy.set(
          member.getKey(),
          secrets.hide(member.getKey()) ? MASKED : masked(member.getValue(), secrets));
    }
    return copy;
  }

  /** As above, of any value. */
  public static JsonNode masked(JsonNode value, SecretKeys secrets) {
    return switch (value) {
      case ObjectNode object -> masked(object, secrets);
      case ArrayNode array -> {
        var copy = JsonNodeFactory.instance.arrayNode(array.size());
        array.forEach(element -> copy.add(masked(element, secrets)));
        yield copy;
      }
      default -> value;
    };
  }
}

package dev.assay.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Hides secrets in what goes to clients. The list is not to be widened. Source: api.md 9.3. */
public final class Masking {
  /** What stands for a secret. */
  public static final String MASK = "******";

  private static final JsonNode MASKED = TextNode.valueOf(MASK);
  private static final List<String> SECRET_WORDS =
      List.of(
          "password",
          "admin_pass",
          "adminpass",
          "new_pass",
          "auth_token",
          "token",
          "secret",
          "sys_pswd",
          "configdrive",
          "private_key",
          "encrypted_key",
          "encryption_key_id",
          "passphrase",
          "sslkey");
  private static final Set<String> SECRET_OF_DRIVER = Set.of("snmp_auth_key", "snmp_priv_key");
  private static final Set<String> SECRET_OF_INSTANCE = Set.of("configdrive", "image_url");

  private Masking() {}

  /** A copy, at every depth, for driver_internal_info. */
  public static ObjectNode masked(ObjectNode info) {
    return copy(info, Set.of());
  }

  /** A copy, at every depth, for driver_info. */
  public static ObjectNode maskedDriverInfo(ObjectNode info) {
    return copy(info, SECRET_OF_DRIVER);
  }

  /** A copy, at every depth, for instance_info. */
  public static ObjectNode maskedInstanceInfo(ObjectNode info) {
    return copy(info, SECRET_OF_INSTANCE);
  }

  private static ObjectNode copy(ObjectNode info, Set<String> alsoSecret) {
    var copy = JsonNodeFactory.instance.objectNode();
    for (var member : info.properties()) {
      copy.set(
          member.getKey(),
          secret(member.getKey(), alsoSecret) ? MASKED : copy(member.getValue(), alsoSecret));
    }
    return copy;
  }

  private static JsonNode copy(JsonNode value, Set<String> alsoSecret) {
    return switch (value) {
      case ObjectNode object -> copy(object, alsoSecret);
      case ArrayNode array -> {
        var copy = JsonNodeFactory.instance.arrayNode(array.size());
        array.forEach(element -> copy.add(copy(element, alsoSecret)));
        yield copy;
      }
      default -> value;
    };
  }

  private static boolean secret(String key, Set<String> alsoSecret) {
    var lower = key.toLowerCase(Locale.ROOT);
    if (alsoSecret.contains(lower)) {
      return true;
    }
    for (var word : SECRET_WORDS) { // asked for each key of a page of nodes
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }
}

package dev.assay.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Hides secrets in what goes to clients. The list is not to be widened. Source: api.md 9.3. */
public final class Masking {
  /** What stands for a secret. */
  public static final String MASK = "******";

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

  /** At every depth, for driver_internal_info; {@code info} itself when it has no secrets. */
  public static ObjectNode masked(ObjectNode info) {
    return copy(info, Set.of());
  }

  /** The same for driver_info. */
  public static ObjectNode maskedDriverInfo(ObjectNode info) {
    return copy(info, SECRET_OF_DRIVER);
  }

  /** The same for instance_info. */
  public static ObjectNode maskedInstanceInfo(ObjectNode info) {
    return copy(info, SECRET_OF_INSTANCE);
  }

  private static ObjectNode copy(ObjectNode info, Set<String> alsoSecret) {
    if (!hides(info, alsoSecret)) {
      return info;
    }
    var copy = info.deepCopy();
    hide(copy, alsoSecret);
    return copy;
  }

  private static boolean hides(JsonNode value, Set<String> alsoSecret) {
    if (value instanceof ObjectNode object) {
      for (var member : object.properties()) {
        if (secret(member.getKey(), alsoSecret) || hides(member.getValue(), alsoSecret)) {
          return true;
        }
      }
    } else if (value instanceof ArrayNode array) {
      for (var element : array) {
        if (hides(element, alsoSecret)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void hide(JsonNode value, Set<String> alsoSecret) {
    switch (value) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(
                  member -> {
                    if (secret(member.getKey(), alsoSecret)) {
                      member.setValue(TextNode.valueOf(MASK));
                    } else {
                      hide(member.getValue(), alsoSecret);
                    }
                  });
      case ArrayNode array -> array.forEach(element -> hide(element, alsoSecret));
      default -> {}
    }
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

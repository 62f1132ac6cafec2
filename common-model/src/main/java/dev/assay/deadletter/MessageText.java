package dev.assay.deadletter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.id.UuidText;
import dev.assay.storedjson.StoredJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a message tells, also of a message that this version cannot read: newer versions
 * have the same members.
 */
final class MessageText {
  private static final int MAX_NAME = 255;

  private final JsonNode json;

  private MessageText(JsonNode json) {
    this.json = json;
  }

  static MessageText of(String text) {
    try {
      return new MessageText(StoredJson.read(text, JsonNode.class));
    } catch (IllegalArgumentException _) {
      return new MessageText(StoredJson.object());
    }
  }

  @Nullable String requestId() {
    return name(json.path("requestId"));
  }

  /** The name of the command. */
  @Nullable String command() {
    return name(json.path("command").path("command"));
  }

  /** The node that the command names. */
  @Nullable UUID node() {
    return UuidText.parse(json.path("command").path("node").asText()).orElse(null);
  }

  private static @Nullable String name(JsonNode value) {
    return value.isTextual() ? storable(value.textValue(), MAX_NAME) : null;
  }

  /** The first {@code most} characters, without what PostgreSQL cannot store. */
  static String storable(String text, int most) {
    var cut = text.length() <= most ? text : text.substring(0, most);
    // also replaces half a surrogate pair
    var valid = new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return valid.replace('\u0000', '\uFFFD');
  }

  /** Identifies messages with the same text. */
  static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

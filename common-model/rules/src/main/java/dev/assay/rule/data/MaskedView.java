package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.secret.SecretKeys;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The masked form of a document: shares the parts without secrets with it, and copies the others.
 * Updating it after a change costs as much as the written value, regardless of the size of the
 * document. Used by one thread.
 */
final class MaskedView {
  private final ObjectNode unmasked;
  private final ObjectNode masked = JsonNodeFactory.instance.objectNode();
  private final Function<String, SecretKeys> keys;
  private final SecretMask secrets;

  MaskedView(ObjectNode unmasked, Function<String, SecretKeys> keys, SecretMask secrets) {
    this.unmasked = unmasked;
    this.keys = keys;
    this.secrets = secrets;
    unmasked
        .properties()
        .forEach(
            member ->
                masked.set(
                    member.getKey(),
                    secrets.masked(
                        member.getKey(), member.getValue(), keys.apply(member.getKey()))));
  }

  /** The masked document; always the same object. */
  ObjectNode document() {
    return masked;
  }

  /** To be called after {@code value} was set at {@code path} in the document. */
  void set(List<String> path, JsonNode value) {
    changed(path, value, (real, _, keys) -> secrets.masked(real, keys));
  }

  /** To be called after the value at {@code path} in the document was removed. */
  void removed(List<String> path) {
    set(path, MissingNode.getInstance());
  }

  /** To be called after {@code item} was appended to the list at {@code path} in the document. */
  void extended(List<String> path, JsonNode item) {
    changed(path, item, this::extended);
  }

  private void changed(List<String> path, JsonNode written, Change change) {
    follow(unmasked, masked, path, new Step(keys.apply(path.getFirst()), written, change));
  }

  /** Computes the masked form of the changed value at the end of the path. */
  private interface Change {
    JsonNode masked(JsonNode real, @Nullable JsonNode before, SecretKeys keys);
  }

  private record Step(SecretKeys keys, JsonNode written, Change change) {}

  /**
   * Returns the new masked form of {@code real}; {@code before} is the previous one, possibly
   * {@code real} itself.
   */
  private JsonNode follow(JsonNode real, @Nullable JsonNode before, List<String> path, Step step) {
    if (path.isEmpty()) {
      return step.change().masked(real, before, step.keys());
    }
    if (!(before instanceof ObjectNode shown)) {
      return secrets.masked(real, step.keys()); // created on the way: it contains only the change
    }
    var key = path.getFirst();
    var child = real.get(key);
    if (child == null) {
      shown.remove(key);
      return shown;
    }
    var rest = path.subList(1, path.size());
    if (step.keys().hide(key)) {
      rest.forEach(secrets::remember);
      secrets.remember(step.written());
      return with(real, shown, key, SecretMask.MASKED);
    }
    return with(real, shown, key, follow(child, shown.get(key), rest, step));
  }

  @SuppressWarnings("ReferenceEquality") // what is the same object is shared
  private static ObjectNode with(JsonNode real, ObjectNode shown, String key, JsonNode child) {
    if (shown.get(key) == child) {
      return shown;
    }
    var result = shown;
    if (shown == real) {
      result = JsonNodeFactory.instance.objectNode();
      result.setAll(shown);
    }
    result.set(key, child);
    return result;
  }

  @SuppressWarnings("ReferenceEquality") // what is the same object is shared
  private JsonNode extended(JsonNode real, @Nullable JsonNode before, SecretKeys keys) {
    var item = real.get(real.size() - 1);
    var masked = secrets.masked(item, keys);
    if (!(before instanceof ArrayNode shown)) {
      return secrets.masked(real, keys);
    }
    if (shown != real) {
      return shown.add(masked);
    }
    if (masked == item) {
      return shown;
    }
    var copy = JsonNodeFactory.instance.arrayNode(shown.size()).addAll(shown);
    copy.set(copy.size() - 1, masked);
    return copy;
  }
}

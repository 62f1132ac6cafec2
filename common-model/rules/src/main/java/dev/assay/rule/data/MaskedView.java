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
 * A document without its secrets: shares with it what holds none, and is copied where there is one.
 * To follow a change costs as much as was written, however much is around it. Used by one thread.
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

  /** Always the same object. */
  ObjectNode document() {
    return masked;
  }

  /** {@code value} was set at {@code path} in the document. */
  void set(List<String> path, JsonNode value) {
    changed(path, value, (real, _, keys) -> secrets.masked(real, keys));
  }

  /** What is at {@code path} in the document was removed. */
  void removed(List<String> path) {
    set(path, MissingNode.getInstance());
  }

  /** {@code item} was added to the list at {@code path} in the document. */
  void extended(List<String> path, JsonNode item) {
    changed(path, item, this::extended);
  }

  private void changed(List<String> path, JsonNode written, Change change) {
    follow(unmasked, masked, path, new Step(keys.apply(path.getFirst()), written, change));
  }

  /** What is done where the path ends: what is masked afterwards of what is there. */
  private interface Change {
    JsonNode masked(JsonNode real, @Nullable JsonNode before, SecretKeys keys);
  }

  private record Step(SecretKeys keys, JsonNode written, Change change) {}

  /** What is to be masked of {@code real}, of which {@code before} was masked, maybe itself. */
  private JsonNode follow(JsonNode real, @Nullable JsonNode before, List<String> path, Step step) {
    if (path.isEmpty()) {
      return step.change().masked(real, before, step.keys());
    }
    if (!(before instanceof ObjectNode shown)) {
      return secrets.masked(real, step.keys()); // made on the way: nothing is in it but the change
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
    var own = shown;
    if (shown == real) {
      own = JsonNodeFactory.instance.objectNode();
      own.setAll(shown);
    }
    own.set(key, child);
    return own;
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
    var own = JsonNodeFactory.instance.arrayNode(shown.size()).addAll(shown);
    own.set(own.size() - 1, masked);
    return own;
  }
}

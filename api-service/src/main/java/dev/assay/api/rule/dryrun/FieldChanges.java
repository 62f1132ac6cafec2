package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.flipkart.zjsonpatch.DiffFlags;
import com.flipkart.zjsonpatch.JsonDiff;
import dev.assay.change.ChangeSet;
import dev.assay.rule.data.SecretMask;
import dev.assay.secret.SecretKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What rules change of a node, its ports and the plugin data, as JSON patches (RFC 6902) without
 * secrets: what is under the key of one, or was met there, is ***, and so is what a sensitive rule
 * wrote. Used by one thread.
 */
final class FieldChanges {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final TextNode MASKED = TextNode.valueOf(SecretMask.MASK);
  private static final EnumSet<DiffFlags> FLAGS =
      EnumSet.of(
          DiffFlags.OMIT_MOVE_OPERATION,
          DiffFlags.OMIT_COPY_OPERATION,
          DiffFlags.OMIT_VALUE_ON_REMOVE);

  /** What rules change, under node, ports and plugin_data: always as it is now. */
  private final ObjectNode now;

  private final ObjectNode before;
  private final SecretMask secrets = new SecretMask();
  private final Set<String> hidden = new HashSet<>();
  private @Nullable ObjectNode beforeSensitive;

  FieldChanges(ChangeSet changes, JsonNode inventory) {
    now = JSON.objectNode();
    now.set("node", changes.node());
    var ports = now.putObject("ports");
    changes.portDocuments().forEach((address, port) -> ports.set(address.text(), port));
    now.set("plugin_data", changes.pluginData());
    before = now.deepCopy();
    secrets.masked(inventory, SecretKeys.DATA);
    meetSecrets();
  }

  private void meetSecrets() {
    secrets.masked(now.path("plugin_data"), SecretKeys.DATA);
    now.path("node")
        .forEachEntry((field, value) -> secrets.masked(value, SecretKeys.ofNodeForRules(field)));
  }

  /** A rule is next. */
  void begin(boolean sensitive) {
    beforeSensitive = sensitive ? now.deepCopy() : null;
  }

  /** It is over: what it wrote is a secret if it is sensitive. */
  void end() {
    if (beforeSensitive != null) {
      for (var operation : diff(beforeSensitive, now)) {
        hidden.add(field(beforeSensitive, operation.path("path").textValue()));
        rememberTexts(operation.path("value"));
      }
    }
  }

  /** Numbers and words such as "true" are no secrets wherever they occur. */
  private void rememberTexts(JsonNode written) {
    if (written.isContainerNode()) {
      written.forEach(this::rememberTexts);
    } else if (written.isTextual()) {
      secrets.remember(written);
    }
  }

  /** {@code path} up to the first list on it: what is behind moves when others change the list. */
  private static String field(JsonNode document, String path) {
    var shortened = new StringBuilder();
    var value = document;
    for (var part : parts(path)) {
      if (value.isArray()) {
        break;
      }
      shortened.append('/').append(part);
      value = value.path(part.replace("~1", "/").replace("~0", "~"));
    }
    return shortened.toString();
  }

  /** All rules are over; to be called before what follows. */
  void finish() {
    meetSecrets();
  }

  /** Without any secret that was met. */
  JsonNode safe(JsonNode value) {
    return secrets.safe(value);
  }

  /** As above. */
  String safe(String text) {
    return secrets.hidden(text);
  }

  /** No changes. */
  static ObjectNode none() {
    var none = JSON.objectNode();
    none.putArray("node");
    none.putArray("ports");
    none.putArray("plugin_data");
    return none;
  }

  /**
   * {@code {"node": [...], "ports": [{"uuid": ..., "address": ..., "patch": [...]}], "plugin_data":
   * [...]}}, the paths being those within the node, the port, the plugin data.
   */
  ObjectNode shown() {
    var shown = none();
    Map<String, ArrayNode> ofPorts = new HashMap<>();
    for (var operation : diff(before, now)) {
      var parts = parts(operation.path("path").textValue());
      switch (parts.getFirst()) {
        case "ports" ->
            ofPorts
                .computeIfAbsent(parts.get(1), address -> patchOf(address, shown))
                .add(shown(operation, parts, 2));
        default -> shown.withArray(parts.getFirst()).add(shown(operation, parts, 1));
      }
    }
    return shown;
  }

  private ArrayNode patchOf(String address, ObjectNode shown) {
    return shown
        .withArray("ports")
        .addObject()
        .put("uuid", now.path("ports").path(address).path("uuid").textValue())
        .put("address", address)
        .putArray("patch");
  }

  private ObjectNode shown(JsonNode operation, List<String> parts, int from) {
    var path = operation.path("path").textValue();
    var within = "/" + String.join("/", parts.subList(from, parts.size()));
    var shown =
        JSON.objectNode().put("op", operation.path("op").textValue()).put("path", safe(within));
    if (operation.has("value")) {
      var secret = parts.stream().anyMatch(SecretKeys.INFO::hide) || isHidden(path);
      shown.set("value", secret ? MASKED : safe(operation.path("value")));
    }
    return shown;
  }

  private boolean isHidden(String path) {
    return hidden.stream().anyMatch(it -> within(path, it) || within(it, path));
  }

  private static boolean within(String path, String other) {
    return path.equals(other) || path.startsWith(other + "/");
  }

  private static List<String> parts(String path) {
    return Arrays.asList(path.substring(1).split("/", -1));
  }

  private static List<JsonNode> diff(ObjectNode from, ObjectNode to) {
    var operations = new ArrayList<JsonNode>();
    JsonDiff.asJson(from, to, FLAGS).forEach(operations::add);
    return operations;
  }
}

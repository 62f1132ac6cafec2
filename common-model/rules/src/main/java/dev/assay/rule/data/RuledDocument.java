package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ShortText;
import dev.assay.rule.EditableDocument;
import dev.assay.rule.Path;
import dev.assay.rule.argument.Equality;
import dev.assay.secret.SecretKeys;
import dev.assay.storedjson.PlainJson;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A node, a port or the plugin data as JSON that rules read and write. Each change takes effect in
 * the real data and in the masked copy. Used by one thread.
 */
public final class RuledDocument implements EditableDocument {
  /** Maximum characters of a path in messages. */
  private static final int MAX_SHOWN = 200;

  private final String name;
  private final ObjectNode unmasked;
  private final MaskedView masked;
  private final @Nullable SettableFields fields;
  private final ChangeLog changeLog;

  private RuledDocument(
      String name,
      ObjectNode unmasked,
      @Nullable SettableFields fields,
      Function<String, SecretKeys> keys,
      ChangeLog changeLog) {
    this.name = name;
    this.unmasked = unmasked;
    this.fields = fields;
    this.changeLog = changeLog;
    masked = new MaskedView(unmasked, keys, changeLog.secrets());
  }

  /** For a node; {@code unmasked} is changed in place. */
  public static RuledDocument node(ObjectNode unmasked, ChangeLog changeLog) {
    return new RuledDocument(
        "node", unmasked, SettableFields.NODE, SecretKeys::ofNodeForRules, changeLog);
  }

  /** For a port; {@code unmasked} is changed in place. */
  public static RuledDocument port(ObjectNode unmasked, ChangeLog changeLog) {
    return new RuledDocument(
        "port " + unmasked.path("address").asText(),
        unmasked,
        SettableFields.PORT,
        _ -> SecretKeys.NONE,
        changeLog);
  }

  /** For plugin data, whose fields are not restricted; {@code unmasked} is changed in place. */
  public static RuledDocument pluginData(ObjectNode unmasked, ChangeLog changeLog) {
    return new RuledDocument("plugin_data", unmasked, null, _ -> SecretKeys.DATA, changeLog);
  }

  /** The real data; must not be given to a rule that may not see secrets. */
  public ObjectNode unmasked() {
    return unmasked;
  }

  /** The data with secrets masked; shares the parts that contain no secret. */
  public ObjectNode masked() {
    return masked.document();
  }

  @Override
  public JsonNode get(Path path) {
    JsonNode value = unmasked;
    for (var part : path.parts()) {
      value = value.isObject() ? value.path(part) : MissingNode.getInstance();
    }
    return value;
  }

  @Override
  public void set(Path path, JsonNode value) {
    check(path);
    var kept = fields != null && path.keys().isEmpty() ? fields.accept(path.field(), value) : value;
    put(path, PlainJson.copy("the value", kept));
  }

  @Override
  public void extend(Path path, JsonNode value, boolean unique) {
    check(path);
    var before = get(path);
    if (before.isNull() || before.isMissingNode() || (fields == null && isEmpty(before))) {
      set(path, JsonNodeFactory.instance.arrayNode().add(value)); // which copies it
    } else if (!(before instanceof ArrayNode list)) {
      throw new IllegalArgumentException("there is no list at " + shown(path.text()));
    } else if (!unique || list.valueStream().noneMatch(item -> Equality.equal(item, value))) {
      var copy = PlainJson.copy("the value", value);
      changeLog.bounds().admit(copy, path);
      list.add(copy);
      masked.extended(path.parts(), copy);
      afterWrite(path, copy);
      note(
          () ->
              "%s: %s added".formatted(shown(path.text()), changeLog.shown(shownAt(path, value))));
    }
  }

  @Override
  public void remove(Path path) {
    check(path);
    if (fields != null && path.keys().isEmpty()) {
      put(path, fields.fallback(path.field()));
      return;
    }
    var parts = path.parts();
    JsonNode parent = unmasked;
    for (var part : parts.subList(0, parts.size() - 1)) {
      parent = parent.path(part);
    }
    if (parent instanceof ObjectNode object && object.remove(parts.getLast()) != null) {
      masked.removed(path.parts());
      note(() -> "%s removed".formatted(shown(path.text())));
    } else {
      changeLog.warn("%s has no %s to remove".formatted(name, shown(path.text())));
    }
  }

  /** Replaces a whole field that has its own actions, without validation. */
  public void overwrite(String field, JsonNode value) {
    put(new Path(field, List.of(field)), value);
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isTextual() ? value.textValue().isEmpty() : value.isObject() && value.isEmpty();
  }

  private void check(Path path) {
    if (fields != null) {
      fields.check(path);
    }
  }

  private void put(Path path, JsonNode value) {
    var before = get(path);
    if (before.equals(value)) {
      return;
    }
    refuseBelowScalar(path);
    changeLog.bounds().admit(value, path);
    var parts = path.parts();
    var parent = unmasked;
    for (var part : parts.subList(0, parts.size() - 1)) {
      parent = parent.get(part) instanceof ObjectNode object ? object : parent.putObject(part);
    }
    parent.set(parts.getLast(), value);
    masked.set(path.parts(), value);
    afterWrite(path, before.isArray() && value.isArray() ? added(before, value) : value);
    note(() -> "%s set to %s".formatted(shown(path.text()), changeLog.shown(shownAt(path, value))));
  }

  /**
   * Throws when the path leads through a value that is not an object; called before anything is
   * changed.
   */
  private void refuseBelowScalar(Path path) {
    JsonNode value = unmasked;
    for (var part : path.parts().subList(0, path.parts().size() - 1)) {
      value = value.path(part);
      if (value.isMissingNode()) {
        return;
      }
      if (!value.isObject()) {
        throw new IllegalArgumentException("%s is no object".formatted(shown(part)));
      }
    }
  }

  private static ArrayNode added(JsonNode before, JsonNode value) {
    var known = before.valueStream().collect(Collectors.toSet());
    var added = JsonNodeFactory.instance.arrayNode();
    value.valueStream().filter(item -> !known.contains(item)).forEach(added::add);
    return added;
  }

  /**
   * Remembers what a sensitive rule writes as a secret, and warns when *** is written, which the
   * rule may have copied.
   */
  private void afterWrite(Path path, JsonNode value) {
    if (changeLog.sensitive()) {
      changeLog.secrets().remember(value);
    }
    if (hasMask(value)) {
      changeLog.warn(
          "%s %s now contains ***, which stands for secrets that the rule does not see"
              .formatted(name, shown(path.text())));
    }
  }

  private static boolean hasMask(JsonNode value) {
    return value.isContainerNode()
        ? value.valueStream().anyMatch(RuledDocument::hasMask)
        : value.asText().contains(SecretMask.MASK);
  }

  private void note(Supplier<String> change) {
    changeLog.note(() -> name + " " + change.get());
  }

  /** The value at {@code path} for display: masked when the path contains a secret key. */
  private JsonNode shownAt(Path path, JsonNode value) {
    return path.parts().stream().anyMatch(SecretKeys.INFO::hide) ? SecretMask.MASKED : value;
  }

  private static String shown(String path) {
    return ShortText.shortened(path, MAX_SHOWN);
  }
}

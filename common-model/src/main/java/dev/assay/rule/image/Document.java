package dev.assay.rule.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.Texts;
import dev.assay.rule.argument.Equality;
import dev.assay.rule.interpolation.Path;
import dev.assay.secret.SecretKeys;
import dev.assay.storedjson.PlainJson;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The image of a node, a port or the plugin data, as rules read and write it. Each change works at
 * once, on the real data and on the view, or not at all: IllegalArgumentException says why. Used by
 * one thread.
 */
public final class Document {
  /** Characters of a path. */
  private static final int SHOWN = 200;

  private final String name;
  private final ObjectNode image;
  private final View view;
  private final @Nullable Fields fields;
  private final Ledger ledger;

  private Document(
      String name,
      ObjectNode image,
      @Nullable Fields fields,
      Function<String, SecretKeys> keys,
      Ledger ledger) {
    this.name = name;
    this.image = image;
    this.fields = fields;
    this.ledger = ledger;
    view = new View(image, keys, ledger.secrets());
  }

  /** Of a node; {@code image} is changed in place. */
  public static Document node(ObjectNode image, Ledger ledger) {
    return new Document("node", image, Fields.NODE, Document::keysOfNode, ledger);
  }

  /** Of a port; {@code image} is changed in place. */
  public static Document port(ObjectNode image, Ledger ledger) {
    return new Document(
        "port " + image.path("address").asText(), image, Fields.PORT, _ -> SecretKeys.NONE, ledger);
  }

  /** Of plugin data, which has any members; {@code image} is changed in place. */
  public static Document pluginData(ObjectNode image, Ledger ledger) {
    return new Document("plugin_data", image, null, _ -> SecretKeys.DATA, ledger);
  }

  /** The real data: never given to a rule that must not see secrets. */
  public ObjectNode image() {
    return image;
  }

  /** The same with secrets masked; shares what has none. */
  public ObjectNode view() {
    return view.seen();
  }

  /** The real value; missing when there is none. */
  public JsonNode get(Path path) {
    JsonNode value = image;
    for (var part : path.parts()) {
      value = value.isObject() ? value.path(part) : MissingNode.getInstance();
    }
    return value;
  }

  /** Sets a copy of {@code value}, and makes the objects on the way. */
  public void set(Path path, JsonNode value) {
    check(path);
    var kept = fields != null && path.keys().isEmpty() ? fields.accept(path.field(), value) : value;
    put(path, PlainJson.copy("the value", kept));
  }

  /** Adds a copy of {@code value} to a list, unless {@code unique} and it has an equal element. */
  public void extend(Path path, JsonNode value, boolean unique) {
    check(path);
    var before = get(path);
    if (before.isNull() || before.isMissingNode() || (fields == null && isEmpty(before))) {
      set(path, JsonNodeFactory.instance.arrayNode().add(value)); // which copies it
    } else if (!(before instanceof ArrayNode list)) {
      throw new IllegalArgumentException("there is no list at " + shown(path.text()));
    } else if (!unique || list.valueStream().noneMatch(item -> Equality.equal(item, value))) {
      var copy = PlainJson.copy("the value", value);
      ledger.bounds().admit(copy, path);
      list.add(copy);
      view.extended(path.parts(), copy);
      written(path, copy);
      note(() -> "%s: %s added".formatted(shown(path.text()), ledger.shown(shownAt(path, value))));
    }
  }

  /** Removes a key; a whole field is set to its default. What is not there needs no removal. */
  public void remove(Path path) {
    check(path);
    if (fields != null && path.keys().isEmpty()) {
      put(path, fields.fallback(path.field()));
      return;
    }
    var parts = path.parts();
    JsonNode parent = image;
    for (var part : parts.subList(0, parts.size() - 1)) {
      parent = parent.path(part);
    }
    if (parent instanceof ObjectNode object && object.remove(parts.getLast()) != null) {
      view.removed(path.parts());
      note(() -> "%s removed".formatted(shown(path.text())));
    } else {
      ledger.warn("%s has no %s to remove".formatted(name, shown(path.text())));
    }
  }

  /** Replaces a whole field that has actions of its own, unchecked. */
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
    ledger.bounds().admit(value, path);
    var parts = path.parts();
    var parent = image;
    for (var part : parts.subList(0, parts.size() - 1)) {
      parent = parent.get(part) instanceof ObjectNode object ? object : parent.putObject(part);
    }
    parent.set(parts.getLast(), value);
    view.set(path.parts(), value);
    written(path, before.isArray() && value.isArray() ? added(before, value) : value);
    note(() -> "%s set to %s".formatted(shown(path.text()), ledger.shown(shownAt(path, value))));
  }

  /** Before anything is made on the way. */
  private void refuseBelowScalar(Path path) {
    JsonNode value = image;
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

  /** What a sensitive rule writes is a secret, and what stands for a secret is of no use there. */
  private void written(Path path, JsonNode value) {
    if (ledger.sensitive()) {
      ledger.secrets().remember(value);
    }
    if (hasMask(value)) {
      ledger.warn(
          "%s %s holds *** now: the rule does not see the secret it copies"
              .formatted(name, shown(path.text())));
    }
  }

  private static boolean hasMask(JsonNode value) {
    return value.isContainerNode()
        ? value.valueStream().anyMatch(Document::hasMask)
        : Secrets.MASKED.equals(value);
  }

  private void note(Supplier<String> change) {
    ledger.note(() -> name + " " + change.get());
  }

  /** What may be shown of a value at {@code path}: nothing below the key of a secret. */
  private JsonNode shownAt(Path path, JsonNode value) {
    return path.parts().stream().anyMatch(SecretKeys.INFO::hide) ? Secrets.MASKED : value;
  }

  private static String shown(String path) {
    return Texts.shortened(path, SHOWN);
  }

  private static SecretKeys keysOfNode(String field) {
    return switch (field) {
      case "driver_info", "driver_internal_info", "instance_info" -> SecretKeys.INFO;
      default -> SecretKeys.NONE;
    };
  }
}

package dev.assay.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.EditableDocument;
import dev.assay.rule.Path;
import java.util.function.Consumer;

/** A document in memory; unlike in the service every field can be set, and removed. */
final class RecordedDocument implements EditableDocument {
  private final ObjectNode document;
  private final Consumer<String> warnings;

  RecordedDocument(ObjectNode document, Consumer<String> warnings) {
    this.document = document.deepCopy();
    this.warnings = warnings;
  }

  ObjectNode document() {
    return document;
  }

  @Override
  public JsonNode get(Path path) {
    JsonNode value = document;
    for (var part : path.parts()) {
      value = value.isObject() ? value.path(part) : MissingNode.getInstance();
    }
    return value;
  }

  @Override
  public void set(Path path, JsonNode value) {
    requireObjectsAlong(path);
    var parent = document;
    for (var part : path.parts().subList(0, path.parts().size() - 1)) {
      parent = parent.get(part) instanceof ObjectNode object ? object : parent.putObject(part);
    }
    parent.set(path.parts().getLast(), value.deepCopy());
  }

  @Override
  public void extend(Path path, JsonNode value, boolean unique) {
    var before = get(path);
    if (before.isNull() || before.isMissingNode()) {
      set(path, document.arrayNode().add(value));
    } else if (!(before instanceof ArrayNode list)) {
      throw new IllegalArgumentException("there is no list at " + path);
    } else if (!unique || list.valueStream().noneMatch(value::equals)) {
      list.add(value.deepCopy());
    }
  }

  @Override
  public void remove(Path path) {
    JsonNode parent = document;
    for (var part : path.parts().subList(0, path.parts().size() - 1)) {
      parent = parent.path(part);
    }
    if (!(parent instanceof ObjectNode object) || object.remove(path.parts().getLast()) == null) {
      warnings.accept("there is no %s to remove".formatted(path));
    }
  }

  private void requireObjectsAlong(Path path) {
    JsonNode value = document;
    for (var part : path.parts().subList(0, path.parts().size() - 1)) {
      value = value.path(part);
      if (value.isMissingNode()) {
        return;
      }
      if (!value.isObject()) {
        throw new IllegalArgumentException("%s is no object".formatted(part));
      }
    }
  }
}

package dev.assay.rule.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Rule;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One test vector of {@code rules-vectors.json}; its member {@code reading} describes the fields.
 */
record Vector(ObjectNode common, JsonNode row) {
  static final String NODE = "d2630783-6ec8-4836-b556-ab427c4b581e";

  /** All vectors. */
  static Stream<Vector> all() {
    var file = file();
    return file.path("vectors")
        .valueStream()
        .map(row -> new Vector((ObjectNode) file.path("common"), row));
  }

  private static JsonNode file() {
    try (InputStream in = Vector.class.getResourceAsStream("/rules-vectors.json")) {
      return StoredJson.MAPPER.readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isTarget() {
    return row.path("target").booleanValue();
  }

  /**
   * Whether it describes Ironic's current behaviour, which option interpolation=string restores.
   */
  boolean isOfStringMode() {
    return row.path("name").textValue().endsWith("-STRING-MODE");
  }

  JsonNode expect() {
    return row.path("expect");
  }

  JsonNode expectedError() {
    return expect().path("error");
  }

  RuleRegistry registry() {
    return RuleRegistries.with(
        "interpolation",
        row.path("interpolation").asText().equals("string") ? "string" : "typed",
        "mask-secrets",
        row.path("config").path("mask_secrets").asText("always"));
  }

  /** The rules, in order of creation. */
  List<Rule> rules() {
    var written = row.path("rule");
    var list = written.isArray() ? written : StoredJson.MAPPER.createArrayNode().add(written);
    List<Rule> rules = new ArrayList<>();
    for (var rule : list) {
      rules.add(
          new Rule(
              "rule-" + rules.size(),
              rule.path("description").textValue(),
              rule.path("priority").asInt(),
              rule.path("scope").textValue(),
              rule.path("sensitive").asBoolean(),
              true,
              Phase.require(rule.path("phase").asText(row.path("phase").textValue())),
              Condition.list(rule.path("conditions")),
              Action.list(rule.path("actions")),
              rule.path("built_in").asBoolean()));
    }
    return rules;
  }

  Phase phase() {
    return rules().getFirst().phase();
  }

  /** The data before the run. */
  Documents documents() {
    var node = (ObjectNode) common.path("node").deepCopy();
    node.put("uuid", NODE);
    node.setAll((ObjectNode) row.path("node").deepCopy());
    List<ObjectNode> ports = new ArrayList<>();
    for (var given : row.path("ports")) {
      var port = (ObjectNode) common.path("ports").deepCopy();
      port.put("uuid", "2be26c0b-03f2-4d2e-ae87-%012d".formatted(ports.size() + 1));
      port.setAll((ObjectNode) given.deepCopy());
      ports.add(port);
    }
    var inventory = row.path("inventory");
    return new Documents(
        node,
        ports,
        inventory.isTextual() ? common.path("inventory") : inventory,
        (ObjectNode) row.path("plugin_data").deepCopy());
  }

  @Override
  public String toString() {
    return row.path("name").textValue();
  }

  /** The data that rules read and change. */
  record Documents(
      ObjectNode node, List<ObjectNode> ports, JsonNode inventory, ObjectNode pluginData) {
    RuledData scope(Phase phase) {
      return phase == Phase.EARLY
          ? RuledData.early(inventory, pluginData)
          : RuledData.of(new ChangeSet(node, ports, pluginData), inventory);
    }

    /** The node's changed fields. */
    ObjectNode changedNode(Documents before) {
      return changed(before.node, node);
    }

    /** The changed fields of each changed port, with its address. */
    ArrayNode changedPorts(Documents before) {
      var changes = StoredJson.MAPPER.createArrayNode();
      for (int i = 0; i < ports.size(); i++) {
        var changed = changed(before.ports.get(i), ports.get(i));
        if (!changed.isEmpty()) {
          changes.add(changed.set("address", ports.get(i).get("address")));
        }
      }
      return changes;
    }

    private static ObjectNode changed(ObjectNode before, ObjectNode after) {
      Map<String, JsonNode> changed = new LinkedHashMap<>();
      after
          .properties()
          .forEach(
              field -> {
                if (!field.getValue().equals(before.get(field.getKey()))) {
                  changed.put(field.getKey(), field.getValue());
                }
              });
      return StoredJson.object().setAll(changed);
    }
  }
}

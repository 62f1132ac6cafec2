package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.hook.ChangeSet;
import dev.assay.node.InterfaceType;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorChoice;
import dev.assay.registration.Conductors;
import dev.assay.rule.node.RuledNode;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an inspection changes of its node, within the caller's transaction. What rules set must fit
 * together as what a client sets: InspectionFailure with RULE_ACTION_FAILED says what does not.
 * Source: spec rules.md 9, 10.
 */
@ApplicationScoped
class InspectedNode {
  private final Nodes nodes;
  private final Conductors conductors;

  InspectedNode(Nodes nodes, Conductors conductors) {
    this.nodes = nodes;
    this.conductors = conductors;
  }

  /** {@code ruled} are the fields that rules changed, as they are now. */
  void write(Node node, ChangeSet changes, ObjectNode ruled, Instant now) {
    var stored = node.attributes();
    var hooked = stored.withProperties(changes.applyProperties(stored.properties()));
    node.update(ruled.isEmpty() ? hooked : ruled(hooked, ruled), now);
    if (ruled.has("traits")) {
      node.carry(ruled.path("traits").valueStream().map(JsonNode::asText).toList());
    }
  }

  private NodeAttributes ruled(NodeAttributes stored, ObjectNode ruled) {
    var changes = ruled.deepCopy();
    changes.remove("properties"); // stored has them, of hooks and rules
    var after = RuledNode.document(stored, changes);
    return NodeDocument.read(after, interfaces(stored, after, ruled), parent(stored, after));
  }

  /** A new driver keeps the interfaces that it accepts, and has its own for the others. */
  private Map<String, String> interfaces(
      NodeAttributes stored, ObjectNode after, ObjectNode ruled) {
    var driver = after.path("driver").textValue();
    var group = after.path("conductor_group").textValue().toLowerCase(Locale.ROOT);
    var named = NodeDocument.named(after);
    var sameDriver = driver.equals(stored.driver());
    if (sameDriver
        && group.equals(stored.conductorGroup())
        && named.equals(NodeDocument.named(NodeDocument.of(stored)))) {
      return stored.interfaces();
    }
    var description =
        ConductorChoice.describe(driver, group, conductors.alive())
            .orElseThrow(
                () ->
                    RuledNode.refused(
                        "driver %s is served by no conductor of group '%s'"
                            .formatted(driver, group)));
    for (var type : InterfaceType.values()) {
      if (!ruled.has(type.field())
          && !description.accepted(type).contains(named.get(type.wire()))) {
        named.remove(type.wire());
      }
    }
    try {
      return description.choose(named);
    } catch (AssayException e) {
      throw RuledNode.refused(e.sentence());
    }
  }

  private @Nullable UUID parent(NodeAttributes stored, ObjectNode after) {
    var named = NodeDocument.text(after, "parent_node");
    if (Objects.equals(named, Objects.toString(stored.parentNode(), null))) {
      return stored.parentNode();
    }
    if (named == null) {
      return null;
    }
    var parent =
        nodes
            .find(NodeId.of(named))
            .orElseThrow(
                () -> RuledNode.refused("parent_node names node %s, unknown".formatted(named)));
    if (!Objects.equals(parent.attributes().owner(), NodeDocument.text(after, "owner"))) {
      throw RuledNode.refused("parent_node names node %s of another owner".formatted(named));
    }
    return parent.uuid().uuid();
  }
}

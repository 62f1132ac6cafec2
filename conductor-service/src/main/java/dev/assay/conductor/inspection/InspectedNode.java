package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.ChangeSet;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.nodeedit.StoredDirectory;
import dev.assay.rule.node.RuledNode;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;

/**
 * What an inspection changes of its node, within the caller's transaction. What rules set must fit
 * together as what a client sets: InspectionFailure with RULE_ACTION_FAILED says what does not.
 * Source: spec rules.md 9, 10.
 */
@ApplicationScoped
class InspectedNode {
  private final NodeEdit edit;
  private final StoredDirectory directory;

  InspectedNode(NodeEdit edit, StoredDirectory directory) {
    this.edit = edit;
    this.directory = directory;
  }

  /** {@code ruled} are the fields that rules changed, as they are now. */
  void write(Node node, ChangeSet changes, ObjectNode ruled, Instant now) {
    var stored = node.attributes();
    var hooked = stored.withProperties(changes.applyProperties(stored.properties()));
    node.update(ruled.isEmpty() ? hooked : ruled(node, hooked, ruled), now);
    if (ruled.has("traits")) {
      node.carry(ruled.path("traits").valueStream().map(JsonNode::asText).toList());
    }
  }

  private NodeAttributes ruled(Node node, NodeAttributes hooked, ObjectNode ruled) {
    var changes = ruled.deepCopy();
    changes.remove("properties"); // hooked has them, as hooks and rules left them
    return RuledNode.change(edit, directory, node.uuid(), hooked, changes);
  }
}

package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.change.ChangeSet;
import dev.assay.node.Node;
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

  /**
   * Throws InspectionFailure when a value is refused. Values are checked only if rules ran: those
   * of hooks alone are valid.
   */
  void write(Node node, ChangeSet changes, boolean ruled, Instant now) {
    var stored = node.attributes();
    node.update(
        ruled
            ? RuledNode.apply(changes, stored, edit, directory, node.uuid())
            : stored.withProperties(changes.applyProperties(stored.properties())),
        now);
    var traits = changes.nodeChanges().path("traits");
    if (traits.isArray()) {
      node.carry(traits.valueStream().map(JsonNode::asText).toList());
    }
  }
}

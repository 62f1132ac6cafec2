package dev.assay.api.node;

import dev.assay.api.field.UniqueValueTaken;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.nodeedit.NodeEdit;
import java.util.Map;

/** Refusals of changes that do not fit what is stored of other nodes or the node itself. */
final class NodeConflicts {
  private NodeConflicts() {}

  /** Writes; DUPLICATE when another request was faster with uuid, name or instance. */
  static void write(NodeId self, NodeAttributes attributes, Runnable write) {
    UniqueValueTaken.unless(
        Map.of(
            "node_uuid_key", NodeEdit.uuidTaken(self),
            "node_name_key", NodeEdit.nameTaken(String.valueOf(attributes.name())),
            "node_instance_uuid_key",
                NodeEdit.instanceTaken(String.valueOf(attributes.instanceUuid()))),
        write);
  }

  /** CONFLICT: the node carries an instance. */
  static AssayException associated(Node node) {
    return new AssayException(
        ErrorCode.CONFLICT,
        "Node %s is associated with instance %s."
            .formatted(node.uuid(), node.attributes().instanceUuid()));
  }
}

package dev.assay.api.node;

import java.util.Optional;

import dev.assay.nodeedit.Directory;

import dev.assay.nodeedit.NodeEdit;

import dev.assay.api.field.UniqueValueTaken;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** How the API writes nodes: the directory of edits, and refusals of what is taken already. */
@ApplicationScoped
class NodeRules implements Directory {
  private final NodeFinder finder;
  private final LiveConductors conductors;

  NodeRules(NodeFinder finder, LiveConductors conductors) {
    this.finder = finder;
    this.conductors = conductors;
  }

  @Override
  public Optional<DriverDescription> driver(String driver, String group) {
    return conductors.describe(driver, group);
  }

  @Override
  public Optional<Node> node(String ident) {
    return finder.find(ident);
  }

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

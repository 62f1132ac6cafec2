package dev.assay.api.introspection;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Finds nodes and their introspections for the classic API, with its error texts. A node is named
 * by UUID or name in every version. Source: spec inspector-compat.md 1 and 3.
 */
@ApplicationScoped
class IntrospectedNode {
  private final Nodes nodes;
  private final Inspections inspections;

  IntrospectedNode(Nodes nodes, Inspections inspections) {
    this.nodes = nodes;
    this.inspections = inspections;
  }

  /** The node, with its row locked until the transaction ends; NOT_FOUND when there is none. */
  Node requireForUpdate(String ident) {
    return NodeId.parse(ident)
        .or(() -> storable(ident).flatMap(nodes::idOf))
        .flatMap(nodes::findForUpdate)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "Node %s was not found in Ironic.".formatted(ident)));
  }

  /** The node; empty when there is none. */
  Optional<Node> find(String ident) {
    var uuid = NodeId.parse(ident);
    return uuid.isPresent() ? nodes.find(uuid.get()) : storable(ident).flatMap(nodes::findByName);
  }

  /** Empty for a text that the database cannot store, and so no node has as its name. */
  private static Optional<String> storable(String name) {
    return Optional.of(name).filter(text -> text.indexOf('\u0000') < 0);
  }

  /** The node; NOT_FOUND when there is none. */
  Node require(String ident) {
    return find(ident).orElseThrow(() -> notInCache(ident));
  }

  /** The latest inspection of {@code node}; NOT_FOUND when it was never inspected. */
  Inspection requireLatest(Node node, String ident) {
    return inspections.latest(node).orElseThrow(() -> notInCache(ident));
  }

  private static AssayException notInCache(String ident) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Could not find node %s in cache: it does not exist, or was never inspected."
            .formatted(ident));
  }
}

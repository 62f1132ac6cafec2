package dev.assay.api.node.trait;

import dev.assay.api.node.NodeFinder;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.Traits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/** Changes the traits of a node. Source: spec api.md 10.8. */
@ApplicationScoped
class NodeTraits {
  /** Of an invalid name in an error message. */
  private static final int MAX_LENGTH = 255;

  private final NodeFinder known;
  private final NodeLease lease;

  NodeTraits(NodeFinder known, NodeLease lease) {
    this.known = known;
    this.lease = lease;
  }

  /** Replaces all traits; INVALID_PARAMETER for an invalid name or too many. */
  @Transactional
  public void replace(String ident, Collection<String> names) {
    names.forEach(NodeTraits::requireName);
    setTraits(requireFree(ident), new LinkedHashSet<>(names));
  }

  /** Adds a trait; INVALID_PARAMETER for an invalid name or too many. */
  @Transactional
  public void add(String ident, String name) {
    requireName(name);
    var node = requireFree(ident);
    var names = new LinkedHashSet<>(node.traits());
    names.add(name);
    setTraits(node, names);
  }

  /** Removes a trait; NOT_FOUND when the node does not have it. */
  @Transactional
  public void remove(String ident, String name) {
    var node = requireFree(ident);
    var names = new ArrayList<>(node.traits());
    if (!names.remove(name)) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "Node %s doesn't have the trait %s."
              .formatted(node.uuid(), ShortText.shortened(name, MAX_LENGTH)));
    }
    node.carry(names);
  }

  /** Removes all traits. */
  @Transactional
  public void clear(String ident) {
    requireFree(ident).carry(List.of());
  }

  private Node requireFree(String ident) {
    var node = known.requireForUpdate(ident);
    lease.requireFree(node);
    return node;
  }

  private static void setTraits(Node node, Collection<String> names) {
    if (names.size() > Traits.AT_MOST) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Node %s cannot have %d traits, only %d."
              .formatted(node.uuid(), names.size(), Traits.AT_MOST));
    }
    node.carry(names);
  }

  private static void requireName(String name) {
    if (!Traits.valid(name)) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Requested trait %s is invalid: %s."
              .formatted(ShortText.shortened(name, MAX_LENGTH), Traits.GRAMMAR));
    }
  }
}

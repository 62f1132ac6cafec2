package dev.assay.api.node;

import dev.assay.api.http.ApiRequest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Finds nodes by the identifier in a path: a UUID or a name. Source: spec api.md 1 (T4) and 4. */
@ApplicationScoped
public class NodeFinder {
  private static final int NAMES_SINCE = 5;

  private final Nodes nodes;
  private final ApiRequest request;

  NodeFinder(Nodes nodes, ApiRequest request) {
    this.nodes = nodes;
    this.request = request;
  }

  /**
   * The node; NOT_FOUND when there is none; INVALID_PARAMETER when {@code ident} is neither a UUID
   * nor a name.
   */
  public Node require(String ident) {
    return find(ident).orElseThrow(() -> unknown(ident));
  }

  /** As above, with the node's row locked until the transaction ends. */
  public Node requireForUpdate(String ident) {
    return id(ident).flatMap(nodes::findForUpdate).orElseThrow(() -> unknown(ident));
  }

  /**
   * The node; empty when there is none; INVALID_PARAMETER when {@code ident} is neither a UUID nor
   * a name.
   */
  public Optional<Node> find(String ident) {
    var uuid = NodeId.parse(ident);
    if (uuid.isPresent()) {
      return nodes.find(uuid.get());
    }
    requireName(ident);
    return byName(ident);
  }

  /** The node that a member of a request body names; INVALID_PARAMETER when there is none. */
  public Node requireNamed(String ident) {
    return find(ident)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INVALID_PARAMETER, "Node %s could not be found.".formatted(ident)));
  }

  private Optional<NodeId> id(String ident) {
    var uuid = NodeId.parse(ident);
    if (uuid.isPresent()) {
      return uuid;
    }
    requireName(ident);
    return request.version().atLeast(NAMES_SINCE)
        ? nodes.idOf(ident).or(() -> request.withSuffix(ident).flatMap(nodes::idOf))
        : Optional.empty();
  }

  private Optional<Node> byName(String ident) {
    return request.version().atLeast(NAMES_SINCE)
        ? nodes.findByName(ident).or(() -> request.withSuffix(ident).flatMap(nodes::findByName))
        : Optional.empty();
  }

  private void requireName(String ident) {
    if (!NodeNames.wellFormed(ident, request.version())) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Expected a logical name or UUID but received %s.".formatted(ident));
    }
  }

  private static AssayException unknown(String ident) {
    return new AssayException(ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(ident));
  }
}

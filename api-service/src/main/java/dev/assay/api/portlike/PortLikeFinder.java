package dev.assay.api.portlike;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeNames;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.port.PortLike;
import dev.assay.port.PortLikeRows;
import java.util.UUID;

/**
 * Finds ports or port groups by the identifier in a path: a UUID or a name. Source: spec api.md 4.
 *
 * @param <T> what is found
 */
public abstract class PortLikeFinder<T extends PortLike> {
  private final String kind;
  private final int named;
  private final PortLikeRows<T> rows;
  private final Nodes nodes;
  private final ApiRequest request;

  /**
   * A row with its node. The row of the node is locked: neither changes until the transaction ends.
   */
  public record Held<T>(T row, Node node) {}

  /**
   * {@code kind} is for error messages; {@code named} is the minor version from which names are
   * accepted.
   */
  protected PortLikeFinder(
      String kind, int named, PortLikeRows<T> rows, Nodes nodes, ApiRequest request) {
    this.kind = kind;
    this.named = named;
    this.rows = rows;
    this.nodes = nodes;
    this.request = request;
  }

  /**
   * The row; NOT_FOUND when there is none; INVALID_PARAMETER when {@code ident} is neither a UUID
   * nor a name.
   */
  public T require(String ident) {
    return rows.find(id(ident)).orElseThrow(() -> unknown(ident));
  }

  /** As above, but the node is locked before the row is read. */
  public Held<T> requireHeld(String ident) {
    var id = id(ident);
    var node = rows.nodeOf(id).flatMap(nodes::findForUpdate).orElseThrow(() -> unknown(ident));
    return rows.find(id)
        .filter(row -> row.nodeId() == node.id())
        .map(row -> new Held<>(row, node))
        .orElseThrow(() -> unknown(ident));
  }

  private UUID id(String ident) {
    var uuid = UuidText.parse(ident);
    if (uuid.isPresent()) {
      return uuid.get();
    }
    if (!request.version().atLeast(named)) {
      throw malformed("UUID", ident);
    }
    if (!NodeNames.wellFormed(ident, request.version())) {
      throw malformed("logical name or UUID", ident);
    }
    return rows.idOf(ident)
        .or(() -> request.withSuffix(ident).flatMap(rows::idOf))
        .orElseThrow(() -> unknown(ident));
  }

  private AssayException unknown(String ident) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "%s %s could not be found.".formatted(kind, ident));
  }

  private static AssayException malformed(String expected, String ident) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER, "Expected a %s but received %s.".formatted(expected, ident));
  }
}

package dev.assay.api.rule.dryrun;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import dev.assay.inspection.Inventories;
import dev.assay.inspection.Inventories.OfNode;
import dev.assay.inspection.Inventories.Stored;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.Nodes.Selection;
import dev.assay.port.Port;
import dev.assay.port.PortLike;
import dev.assay.port.PortLikeRows;
import dev.assay.port.Ports;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroups;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.hibernate.Session;

/**
 * Reads nodes with their ports, port groups and inventory, page by page. Each page is read in a
 * separate transaction, which ends before the page is used.
 */
@ApplicationScoped
class InventoriedNodes {
  private static final int ROWS = 50;

  /**
   * The compressed size of a page's inventories, which are ten times as large when they are read.
   */
  private static final long BYTES = 2L << 20;

  private final Session database;
  private final Inventories inventories;
  private final Nodes nodes;
  private final Ports ports;
  private final PortGroups groups;

  /**
   * A node, its ports and port groups in the order of creation, and its stored inspection result.
   */
  record InventoriedNode(
      Node node, List<Port> ports, List<PortGroup> groups, Optional<Stored> stored) {}

  InventoriedNodes(
      Session database, Inventories inventories, Nodes nodes, Ports ports, PortGroups groups) {
    this.database = database;
    this.inventories = inventories;
    this.nodes = nodes;
    this.ports = ports;
    this.groups = groups;
  }

  /**
   * The next nodes after the one with row number {@code after}, by number; none after the last one.
   * Restricted to {@code only} when present, else to nodes that have an inventory.
   */
  List<InventoriedNode> page(Optional<List<Long>> only, long after) {
    return QuarkusTransaction.requiringNew().call(() -> read(only, after));
  }

  private List<InventoriedNode> read(Optional<List<Long>> only, long after) {
    database
        .createNativeMutationQuery("set transaction isolation level repeatable read, read only")
        .executeUpdate();
    var page =
        only.map(some -> inventories.page(some, after, ROWS, BYTES))
            .orElseGet(() -> inventories.page(after, ROWS, BYTES));
    if (page.isEmpty()) {
      return List.of();
    }
    var ids = page.stream().map(OfNode::nodeId).toList();
    var byNumber =
        nodes.list(selection("n.id", ids)).stream().collect(toMap(Node::id, node -> node));
    var portsOf = ofNodes(ports, ids);
    var groupsOf = ofNodes(groups, ids);
    return page.stream()
        .map(
            row ->
                new InventoriedNode(
                    Objects.requireNonNull(byNumber.get(row.nodeId())),
                    portsOf.getOrDefault(row.nodeId(), List.of()),
                    groupsOf.getOrDefault(row.nodeId(), List.of()),
                    row.stored()))
        .toList();
  }

  private static <T extends PortLike> Map<Long, List<T>> ofNodes(
      PortLikeRows<T> rows, List<Long> ids) {
    return rows.list(selection("n.nodeId", ids)).stream().collect(groupingBy(PortLike::nodeId));
  }

  /** Selects rows in the order of creation. */
  private static Selection selection(String column, List<Long> ids) {
    return new Selection(
        List.of(column + " in (:ids)"), Map.of("ids", ids), "n.id", false, Integer.MAX_VALUE, null);
  }
}

package dev.assay.api.portlike;

import dev.assay.api.field.ListConditions;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import jakarta.enterprise.context.ApplicationScoped;

/** Filters of the lists of ports and of port groups. Source: spec api.md 11 and 12. */
@ApplicationScoped
public class PortLikeFilters {
  private static final int NODE_NAMES = 5;
  private static final int CONDUCTOR_GROUPS = 99;

  private final NodeFinder nodes;
  private final ApiRequest request;

  PortLikeFilters(NodeFinder nodes, ApiRequest request) {
    this.nodes = nodes;
    this.request = request;
  }

  /** Restricts the list to the node that {@code ident} names; NOT_FOUND when there is none. */
  public void of(String ident, ListConditions to) {
    of(ident, "node", to);
  }

  /** {@code parameter} is another one for each condition of a list. */
  private void of(String ident, String parameter, ListConditions to) {
    to.add("n.nodeId = :" + parameter, parameter, nodes.require(ident).id());
  }

  /**
   * Applies the filters {@code node}, {@code node_uuid}, {@code address}, {@code shard} and {@code
   * conductor_groups}, where given.
   */
  public void apply(Query query, int shardsSince, ListConditions to) {
    query.text("node").ifPresent(ident -> of(named(ident), to));
    query.uuid("node_uuid").ifPresent(uuid -> of(uuid.toString(), "node_uuid", to));
    query
        .text("address")
        .map(address -> MacAddress.of(address).text())
        .ifPresent(address -> to.add("n.attributes.address = :address", "address", address));
    ofNodes(query, "shard", shardsSince, "lower(m.attributes.shard) in :shard", to);
    ofNodes(
        query,
        "conductor_groups",
        CONDUCTOR_GROUPS,
        "m.attributes.conductorGroup in :conductor_groups",
        to);
  }

  private String named(String ident) {
    if (NodeId.parse(ident).isEmpty()) {
      request.version().require(NODE_NAMES, "the name of a node");
    }
    return ident;
  }

  private void ofNodes(Query query, String filter, int since, String condition, ListConditions to) {
    if (query.has(filter)) {
      request.version().require(since, "filter " + filter);
      to.add(
          "n.nodeId in (select m.id from Node m where %s)".formatted(condition),
          filter,
          query.list(filter));
    }
  }
}

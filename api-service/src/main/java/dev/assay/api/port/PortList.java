package dev.assay.api.port;

import dev.assay.api.ApiConfig;
import dev.assay.api.field.Conditions;
import dev.assay.api.field.Kind;
import dev.assay.api.field.Representation;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.node.KnownNodes;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists of ports, of all nodes or of one. Source: spec api.md 5, 10.10 and 11. */
@ApplicationScoped
class PortList {
  private static final int NODE_NAMES = 5;
  private static final int FIELDS = 8;
  private static final int PORTGROUPS = 24;
  private static final int DETAIL = 43;
  private static final int SHARDS = 82;
  private static final int DESCRIPTIONS = 97;
  private static final int GROUPS = 99;

  private final Ports ports;
  private final KnownNodes nodes;
  private final ApiRequest request;
  private final ApiConfig config;

  PortList(Ports ports, KnownNodes nodes, ApiRequest request, ApiConfig config) {
    this.ports = ports;
    this.nodes = nodes;
    this.request = request;
    this.config = config;
  }

  /** The page, as it goes out; {@code of} is a node given by the path, null for all nodes. */
  @Transactional
  byte[] page(Query query, String path, boolean detailed, @Nullable String of) {
    var representation = representation(query, detailed);
    var page = Page.of(query, config.maxLimit());
    var conditions = new Conditions();
    if (of != null) {
      belongsTo(nodes.require(of), conditions);
    }
    filter(query, conditions);
    var selection =
        conditions.page(page, PortFields.TABLE, request.version(), after(page.marker()));
    var rows = ports.list(selection);
    var next =
        rows.isEmpty()
            ? Optional.<String>empty()
            : page.next(request, path, query, rows.size(), rows.getLast().uuid().toString());
    return representation.list("ports", rows.stream().map(this::view).toList(), next);
  }

  /** {@code port} was loaded from the database. */
  PortView view(Port port) {
    return new PortView(port, Objects.requireNonNull(port.nodeUuid()), request);
  }

  private Representation<PortView> representation(Query query, boolean detailed) {
    var version = request.version();
    if (query.has("fields")) {
      version.require(FIELDS, "fields");
    }
    var full = query.bool("detail").orElse(false);
    if (full && !version.atLeast(DETAIL)) {
      throw Kind.refused("detail", "needs API version 1.43");
    }
    if (full && query.has("fields")) {
      throw Kind.refused("fields", "cannot be combined with detail");
    }
    var fields = query.list("fields");
    if (!fields.isEmpty()) {
      return chosen(fields);
    }
    return full || detailed ? full() : PortFields.TABLE.listed(version);
  }

  /** Everything but what is only for creation. */
  Representation<PortView> full() {
    return new Representation<>(
        PortFields.TABLE.full(request.version()).fields().stream()
            .filter(field -> !field.name().equals("node_ident"))
            .toList());
  }

  Representation<PortView> chosen(List<String> fields) {
    if (fields.contains("node_ident")) {
      throw Kind.refused("fields", "cannot have node_ident, which is only for creation");
    }
    return PortFields.TABLE.chosen(fields, request.version());
  }

  private void filter(Query query, Conditions to) {
    requireOne(query);
    var version = request.version();
    query.text("node").ifPresent(ident -> belongsTo(named(ident), to));
    query.uuid("node_uuid").ifPresent(uuid -> belongsTo(nodes.require(uuid.toString()), to));
    query
        .text("address")
        .ifPresent(
            address ->
                to.add(
                    "n.attributes.address = :address", "address", MacAddress.of(address).text()));
    if (query.has("portgroup")) {
      version.require(PORTGROUPS, "filter portgroup");
      to.add("1 = 0");
    }
    if (query.has("shard")) {
      version.require(SHARDS, "filter shard");
      to.add(ofNodes("lower(m.attributes.shard) in :shards"), "shards", query.list("shard"));
    }
    if (query.has("conductor_groups")) {
      version.require(GROUPS, "filter conductor_groups");
      to.add(
          ofNodes("m.attributes.conductorGroup in :groups"),
          "groups",
          query.list("conductor_groups"));
    }
    query
        .text("description_contains")
        .ifPresent(
            text -> {
              version.require(DESCRIPTIONS, "filter description_contains");
              to.add("locate(:contained, n.attributes.description) > 0", "contained", text);
            });
  }

  private static void requireOne(Query query) {
    var node = query.has("node") || query.has("node_uuid");
    var given = Stream.of(node, query.has("portgroup"), query.has("shard")).filter(yes -> yes);
    if (given.count() > 1) {
      throw new AssayException(ErrorCode.FORBIDDEN, "Operation not permitted.");
    }
  }

  private Node named(String ident) {
    if (NodeId.parse(ident).isEmpty()) {
      request.version().require(NODE_NAMES, "the name of a node");
    }
    return nodes.require(ident);
  }

  private static void belongsTo(Node node, Conditions to) {
    to.add("n.nodeId = :node", "node", node.id());
  }

  private static String ofNodes(String condition) {
    return "n.nodeId in (select m.id from Node m where %s)".formatted(condition);
  }

  private @Nullable Long after(Optional<String> marker) {
    return marker.isEmpty()
        ? null
        : ports
            .find(NodeId.of(marker.get()).uuid())
            .map(Port::id)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "Port %s could not be found.".formatted(marker.get())));
  }
}

package dev.assay.api.port;

import dev.assay.api.ApiConfig;
import dev.assay.api.conditional.ConditionalRequests;
import dev.assay.api.field.ListConditions;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.portgroup.PortGroupFinder;
import dev.assay.api.portlike.PortLikeFilters;
import dev.assay.api.portlike.PortLikeList;
import dev.assay.api.response.FullPageLimit;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Builds the pages of port lists: all, of one node, in one port group. Source: spec api.md 5, 10.10
 * and 11.
 */
@ApplicationScoped
class PortList {
  private static final int PORTGROUPS = 24;
  private static final int SHARDS = 82;
  private static final int DESCRIPTIONS = 97;
  private static final List<String> WITHIN = List.of("address", "description_contains");
  private static final List<String> AMONG_ALL =
      List.of(
          "node",
          "node_uuid",
          "address",
          "portgroup",
          "shard",
          "conductor_groups",
          "description_contains");

  private final PortLikeList<Port> list;
  private final PortLikeFilters filters;
  private final PortGroupFinder groups;
  private final ApiRequest request;

  PortList(
      Ports ports,
      PortFinder known,
      PortLikeFilters filters,
      FullPageLimit whole,
      ConditionalRequests conditional,
      PortGroupFinder groups,
      ApiRequest request,
      ApiConfig config) {
    this.list =
        new PortLikeList<>(
            "ports", PortFields.TABLE, ports, known, whole, conditional, request, config);
    this.filters = filters;
    this.groups = groups;
    this.request = request;
  }

  /** A page of all ports, as UTF-8 JSON; {@code path} is the path of the request. */
  Response all(String path, UriInfo uri, boolean detailed) {
    return page(path, Query.ofList(uri, detailed, AMONG_ALL), detailed, _ -> {});
  }

  /** A page of the ports of the node {@code ident}. */
  Response of(String ident, String path, UriInfo uri, boolean detailed) {
    return page(path, Query.ofList(uri, detailed, WITHIN), detailed, to -> filters.of(ident, to));
  }

  /** A page of the ports in the port group {@code ident}. */
  Response in(String ident, String path, UriInfo uri, boolean detailed) {
    return page(path, Query.ofList(uri, detailed, WITHIN), detailed, to -> inGroup(ident, to));
  }

  private Response page(
      String path, Query query, boolean detailed, Consumer<ListConditions> within) {
    var conditions = new ListConditions();
    within.accept(conditions);
    filter(query, conditions);
    return list.page(query, path, detailed, conditions);
  }

  private void filter(Query query, ListConditions to) {
    requireAtMostOne(query);
    var version = request.version();
    filters.apply(query, SHARDS, to);
    query
        .text("portgroup")
        .ifPresent(
            ident -> {
              version.require(PORTGROUPS, "filter portgroup");
              inGroup(ident, to);
            });
    query
        .text("description_contains")
        .ifPresent(
            text -> {
              version.require(DESCRIPTIONS, "filter description_contains");
              to.add("locate(:contained, n.attributes.description) > 0", "contained", text);
            });
  }

  private void inGroup(String ident, ListConditions to) {
    to.add("n.attributes.portgroupUuid = :group", "group", groups.require(ident).uuid());
  }

  private static void requireAtMostOne(Query query) {
    var node = query.has("node") || query.has("node_uuid");
    var given = Stream.of(node, query.has("portgroup"), query.has("shard")).filter(yes -> yes);
    if (given.count() > 1) {
      throw new AssayException(ErrorCode.FORBIDDEN, "Operation not permitted.");
    }
  }
}

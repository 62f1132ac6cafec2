package dev.assay.api.portgroup;

import dev.assay.api.ApiConfig;
import dev.assay.api.conditional.ConditionalRequests;
import dev.assay.api.field.ListConditions;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.portlike.PortLikeFilters;
import dev.assay.api.portlike.PortLikeList;
import dev.assay.api.response.FullPageLimit;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroups;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;

/**
 * Builds the pages of port group lists: all, or of one node. Source: spec api.md 5, 10.10 and 12.
 */
@ApplicationScoped
class PortGroupList {
  private static final int SHARDS = 106;
  private static final List<String> OF_NODE = List.of("address");
  private static final List<String> AMONG_ALL =
      List.of("node", "address", "shard", "conductor_groups");

  private final PortLikeList<PortGroup> list;
  private final PortLikeFilters filters;

  PortGroupList(
      PortGroups groups,
      PortGroupFinder known,
      PortLikeFilters filters,
      FullPageLimit whole,
      ConditionalRequests conditional,
      ApiRequest request,
      ApiConfig config) {
    this.list =
        new PortLikeList<>(
            "portgroups",
            PortGroupFields.TABLE,
            groups,
            known,
            whole,
            conditional,
            request,
            config);
    this.filters = filters;
  }

  /** A page of all port groups, as UTF-8 JSON; {@code path} is the path of the request. */
  Response all(String path, UriInfo uri, boolean detailed) {
    var query = Query.ofList(uri, detailed, AMONG_ALL);
    return page(path, query, detailed, new ListConditions());
  }

  /** A page of the port groups of the node {@code ident}. */
  Response of(String ident, String path, UriInfo uri, boolean detailed) {
    var query = Query.ofList(uri, detailed, OF_NODE);
    var conditions = new ListConditions();
    filters.of(ident, conditions);
    return page(path, query, detailed, conditions);
  }

  private Response page(String path, Query query, boolean detailed, ListConditions conditions) {
    filters.apply(query, SHARDS, conditions);
    return list.page(query, path, detailed, conditions);
  }
}

package dev.assay.api.node;

import dev.assay.api.ApiConfig;
import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.field.ListConditions;
import dev.assay.api.field.Representation.Next;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.response.FullPageLimit;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.Nodes.Selection;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the pages of node lists. Source: spec api.md 5 and 9.4. */
@ApplicationScoped
public class NodeList {
  private final Nodes nodes;
  private final NodeFilters filters;
  private final ServingConductors conductors;
  private final FullPageLimit whole;
  private final ApiRequest request;
  private final ApiConfig config;

  NodeList(
      Nodes nodes,
      NodeFilters filters,
      ServingConductors conductors,
      FullPageLimit whole,
      ApiRequest request,
      ApiConfig config) {
    this.nodes = nodes;
    this.filters = filters;
    this.conductors = conductors;
    this.whole = whole;
    this.request = request;
    this.config = config;
  }

  /** The page as UTF-8 JSON; {@code path} is "nodes" or "nodes/detail". */
  public byte[] page(Query query, String path, boolean detailed) {
    return page(query, path, detailed, new ListConditions());
  }

  /** As above, restricted to nodes that also meet {@code conditions}. */
  public byte[] page(Query query, String path, boolean detailed, ListConditions conditions) {
    var representation = NodeFields.TABLE.asked(query, detailed, request.version());
    var page = Page.of(query, config.maxLimit());
    filters.apply(query, conditions);
    var selection =
        conditions.page(page, NodeFields.TABLE, request.version(), after(page.marker()));
    var factory = new NodeView.Factory(request, conductors);
    Next<NodeView> next =
        (last, count) ->
            query.has("instance_uuid")
                ? Optional.empty()
                : page.next(request, path, query, count, last.uuid());
    var conductor = query.text("conductor");
    if (representation.brief() && conductor.isEmpty()) {
      var rows = nodes.listBriefly(selection);
      return representation.list("nodes", rows.stream().map(factory::of), next);
    }
    return whole.make(
        () ->
            QuarkusTransaction.requiringNew()
                .call(
                    () -> {
                      try (var rows = select(selection, conductor)) {
                        return representation.list("nodes", rows.map(factory::of), next);
                      }
                    }));
  }

  /** The row numbers of all nodes that the filters of {@code query} choose. */
  public List<Long> numbers(Query query) {
    var conditions = new ListConditions();
    filters.apply(query, conditions);
    return nodes.numbers(conditions.all());
  }

  private Stream<Node> select(Selection selection, Optional<String> conductor) {
    return conductor
        .map(name -> shownBy(name, selection).stream())
        .orElseGet(() -> nodes.stream(selection));
  }

  private @Nullable Long after(Optional<String> marker) {
    if (marker.isEmpty()) {
      return null;
    }
    return nodes
        .numberOf(NodeId.of(marker.get()))
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(marker.get())));
  }

  /**
   * The conductor that a node shows is computed, not stored: rows are read until the page is full.
   */
  private List<Node> shownBy(String conductor, Selection selection) {
    var found = new ArrayList<Node>();
    var part = selection;
    while (true) {
      var rows = nodes.list(part);
      rows.stream()
          .filter(node -> conductors.of(node).filter(conductor::equals).isPresent())
          .limit(selection.limit() - found.size())
          .forEach(found::add);
      if (rows.size() < selection.limit() || found.size() == selection.limit()) {
        return found;
      }
      part = part.after(rows.getLast().id());
    }
  }
}

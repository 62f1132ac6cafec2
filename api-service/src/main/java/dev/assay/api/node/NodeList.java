package dev.assay.api.node;

import dev.assay.api.ApiConfig;
import dev.assay.api.conditional.ConditionalRequests;
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
import dev.assay.node.NodeBrief;
import dev.assay.node.Nodes;
import dev.assay.node.Nodes.Selection;
import dev.assay.node.RowStates;
import dev.assay.secret.Keyring;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the pages of node lists. Source: spec api.md 5 and 9.4. */
@ApplicationScoped
public class NodeList {
  /** Rows that are read at once where a page shows only some of them. */
  private static final int PART = 1000;

  private final Nodes nodes;
  private final NodeFilters filters;
  private final ServingConductors conductors;
  private final FullPageLimit whole;
  private final ConditionalRequests conditional;
  private final ApiRequest request;
  private final ApiConfig config;

  NodeList(
      Nodes nodes,
      NodeFilters filters,
      ServingConductors conductors,
      FullPageLimit whole,
      ConditionalRequests conditional,
      ApiRequest request,
      ApiConfig config) {
    this.nodes = nodes;
    this.filters = filters;
    this.conductors = conductors;
    this.whole = whole;
    this.conditional = conditional;
    this.request = request;
    this.config = config;
  }

  /** The page as UTF-8 JSON; {@code path} is "nodes" or "nodes/detail". */
  public Response page(Query query, String path, boolean detailed) {
    return page(query, path, detailed, new ListConditions());
  }

  /** As above, restricted to nodes that also meet {@code conditions}. */
  public Response page(Query query, String path, boolean detailed, ListConditions conditions) {
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
    Function<Stream<NodeView>, byte[]> json = rows -> representation.list("nodes", rows, next);
    var conductor = query.text("conductor");
    if (conductor.isPresent()) {
      Supplier<byte[]> shown =
          () -> json.apply(shownBy(conductor.get(), selection).stream().map(factory::of));
      return Response.ok(whole.make(shown)).build();
    }
    var limit = String.valueOf(page.limit());
    return representation.brief()
        ? conditional.page(
            List.of(limit),
            () -> nodes.stateBriefly(selection),
            states -> json.apply(brief(selection, states).map(factory::of)))
        : conditional.page(
            List.of(limit, conductors.state(), Keyring.installed().ids().toString()),
            () -> nodes.state(selection),
            states ->
                whole.make(
                    () -> full(selection, states, rows -> json.apply(rows.map(factory::of)))));
  }

  private Stream<NodeBrief> brief(Selection selection, RowStates states) {
    return nodes.listBriefly(selection).stream().peek(row -> states.add(row.state()));
  }

  private byte[] full(Selection selection, RowStates states, Function<Stream<Node>, byte[]> json) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              try (var rows = nodes.stream(selection)) {
                return json.apply(rows.peek(row -> states.add(row.state())));
              }
            });
  }

  /** The row numbers of all nodes that the filters of {@code query} choose. */
  public List<Long> numbers(Query query) {
    var conditions = new ListConditions();
    filters.apply(query, conditions);
    return nodes.numbers(conditions.all());
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
      if (rows.size() < part.limit() || found.size() == selection.limit()) {
        return found;
      }
      part = part.after(rows.getLast().id()).atLeast(PART); // a small page may need many rows
    }
  }
}

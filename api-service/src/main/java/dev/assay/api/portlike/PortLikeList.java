package dev.assay.api.portlike;

import dev.assay.api.ApiConfig;
import dev.assay.api.conditional.ConditionalRequests;
import dev.assay.api.field.FieldTable;
import dev.assay.api.field.ListConditions;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.response.FullPageLimit;
import dev.assay.id.NodeId;
import dev.assay.node.Nodes.Selection;
import dev.assay.port.PortLike;
import dev.assay.port.PortLikeRows;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds the pages of lists of ports or port groups. Source: spec api.md 5.
 *
 * @param <T> what is listed
 */
public final class PortLikeList<T extends PortLike> {
  /** A page of at most this many rows needs little memory. */
  private static final int FEW = 16;

  private final String plural;
  private final FieldTable<PortLikeView<T>> table;
  private final PortLikeRows<T> rows;
  private final PortLikeFinder<T> known;
  private final FullPageLimit whole;
  private final ConditionalRequests conditional;
  private final ApiRequest request;
  private final ApiConfig config;

  /** {@code plural} is the name of the list in JSON. */
  public PortLikeList(
      String plural,
      FieldTable<PortLikeView<T>> table,
      PortLikeRows<T> rows,
      PortLikeFinder<T> known,
      FullPageLimit whole,
      ConditionalRequests conditional,
      ApiRequest request,
      ApiConfig config) {
    this.plural = plural;
    this.table = table;
    this.rows = rows;
    this.known = known;
    this.whole = whole;
    this.conditional = conditional;
    this.request = request;
    this.config = config;
  }

  /**
   * The page of rows that meet {@code conditions}, as UTF-8 JSON; {@code path} is for the link to
   * the next page. A short result, such as the port with an address or the ports of a node, does
   * not wait for other pages.
   */
  public Response page(Query query, String path, boolean detailed, ListConditions conditions) {
    var version = request.version();
    var representation = table.asked(query, detailed, version);
    var page = Page.of(query, config.maxLimit());
    var selection = conditions.page(page, table, version, after(page.marker()));
    return conditional.page(
        List.of(String.valueOf(page.limit())),
        () -> rows.state(selection),
        states ->
            read(
                selection,
                found ->
                    representation.list(
                        plural,
                        found.stream()
                            .peek(row -> states.add(row.state()))
                            .map(row -> PortLikeView.of(row, request)),
                        (last, count) -> page.next(request, path, query, count, last.uuid()))));
  }

  private byte[] read(Selection selection, Function<List<T>, byte[]> render) {
    var few = rows.list(selection.first(FEW + 1));
    if (few.size() <= FEW) {
      return render.apply(few);
    }
    return whole.make(
        () -> QuarkusTransaction.requiringNew().call(() -> render.apply(rows.list(selection))));
  }

  private @Nullable Long after(Optional<String> marker) {
    return marker.isEmpty() ? null : known.require(NodeId.of(marker.get()).toString()).id();
  }
}

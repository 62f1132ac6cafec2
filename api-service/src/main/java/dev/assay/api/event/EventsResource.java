package dev.assay.api.event;

import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.response.FullPageLimit;
import dev.assay.event.EventFilter;
import dev.assay.event.InspectionEvent;
import dev.assay.event.InspectionEvents;
import dev.assay.event.Place;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pages of the events of inspections, for clients that poll; {@link EventStream} serves those that
 * accept a stream. At every version. Source: spec api.md 9.15.
 */
@Path("/v1/events")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class EventsResource {
  /** Events looked at for one page, wanted or not: so many are read in some 50 ms. */
  private static final int MAX_READ = 10_000;

  private final InspectionEvents events;
  private final Nodes nodes;
  private final ApiRequest request;
  private final ApiConfig config;
  private final FullPageLimit pages;

  EventsResource(
      InspectionEvents events,
      Nodes nodes,
      ApiRequest request,
      ApiConfig config,
      FullPageLimit pages) {
    this.events = events;
    this.nodes = nodes;
    this.request = request;
    this.config = config;
    this.pages = pages;
  }

  /** Events in order, and how far the page has read. */
  private record Page(List<InspectionEvent> events, Place end) {}

  /**
   * Returns the events behind {@code last_event_id}, or that of the header, the oldest first, or
   * without it the latest ones; {@code next} is where to ask for those that follow.
   */
  @GET
  public byte[] list(@HeaderParam("Last-Event-ID") @Nullable String header, @Context UriInfo uri) {
    var query = new EventQuery(Map.copyOf(uri.getQueryParameters()));
    var last = query.last(Optional.ofNullable(header));
    return pages.make(() -> QuarkusTransaction.requiringNew().call(() -> page(query, last, uri)));
  }

  private byte[] page(EventQuery query, Optional<Place> last, UriInfo uri) {
    var filter = query.filter(nodes);
    var limit = query.limit(config.maxLimit());
    var from = last.map(events::readable);
    var page =
        from.map(place -> after(place, filter, limit)).orElseGet(() -> latest(filter, limit));
    var answer = StoredJson.object();
    var list = answer.putArray("events");
    page.events().forEach(event -> list.add(event.json()));
    answer.put("last_event_id", page.end().toString());
    answer.put("gap", !from.equals(last));
    answer.put("next", next(uri, page.end()));
    return StoredJson.write(answer).getBytes(StandardCharsets.UTF_8);
  }

  private Page after(Place start, EventFilter filter, int limit) {
    var found = new ArrayList<InspectionEvent>();
    var end = start;
    for (var read = 0; read < MAX_READ; ) {
      var piece = events.after(end, config.maxLimit());
      for (var event : piece) {
        end = event.place();
        if (filter.matches(event)) {
          found.add(event);
          if (found.size() == limit) {
            return new Page(found, end);
          }
        }
      }
      read += piece.size();
      if (piece.size() < config.maxLimit()) {
        break;
      }
    }
    return new Page(found, end);
  }

  private Page latest(EventFilter filter, int limit) {
    var now = events.now();
    var found = new ArrayDeque<InspectionEvent>();
    var end = now;
    for (var read = 0; read < MAX_READ && found.size() < limit; ) {
      var piece = events.upTo(end, filter.isAll() ? limit : config.maxLimit());
      piece.reversed().stream()
          .filter(filter::matches)
          .limit(limit - found.size())
          .forEach(found::addFirst);
      read += piece.size();
      if (piece.size() < config.maxLimit()) {
        break;
      }
      end = piece.getFirst().place().previous();
    }
    return new Page(List.copyOf(found), now);
  }

  private String next(UriInfo uri, Place end) {
    var kept =
        uri.getQueryParameters().entrySet().stream()
            .filter(parameter -> !parameter.getKey().equals(EventQuery.LAST_EVENT_ID))
            .flatMap(
                parameter ->
                    parameter.getValue().stream()
                        .map(value -> encoded(parameter.getKey()) + "=" + encoded(value) + "&"))
            .collect(Collectors.joining());
    return "%s/v1/events?%s%s=%s".formatted(request.base(), kept, EventQuery.LAST_EVENT_ID, end);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

package dev.assay.api.conductor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.http.Selection;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.registration.Conductor;
import dev.assay.registration.Conductors;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.Comparator;
import java.util.List;

/** Lists and shows the conductors, live and dead. Source: spec api.md 16. */
@Path("/v1/conductors")
@RunOnVirtualThread
public class ConductorResource {
  private static final int SINCE = 49;
  private static final List<String> SHORT = List.of("hostname", "conductor_group", "alive");
  private static final List<String> ALL =
      List.of(
          "hostname", "conductor_group", "alive", "drivers", "created_at", "updated_at", "links");

  private final ApiRequest request;
  private final ApiConfig config;
  private final Conductors conductors;

  ConductorResource(ApiRequest request, ApiConfig config, Conductors conductors) {
    this.request = request;
    this.config = config;
    this.conductors = conductors;
  }

  @GET
  public ObjectNode list(@Context UriInfo uri) {
    request.version().requireResource(SINCE);
    var query = Query.of(uri, "detail", "fields", "limit", "marker", "sort_key", "sort_dir");
    var page = Page.of(query, config.maxLimit());
    var detail = query.bool("detail").orElse(false);
    if (detail && query.has("fields")) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER, "Cannot use 'fields' together with 'detail'.");
    }
    var selection = Selection.of(query, ALL, detail ? ALL : SHORT);
    var rows = rows(page);
    var answer = StoredJson.object();
    var list = answer.putArray("conductors");
    rows.forEach(conductor -> list.add(selection.from(show(conductor))));
    page.next(
            request,
            "conductors",
            query,
            rows.size(),
            rows.isEmpty() ? "" : rows.getLast().hostname())
        .ifPresent(next -> answer.put("next", next));
    return answer;
  }

  @GET
  @Path("{hostname}")
  public ObjectNode show(@PathParam("hostname") String hostname, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    var selection = Selection.of(Query.of(uri, "fields"), ALL, ALL);
    return conductors.all().stream()
        .filter(conductor -> conductor.hostname().equals(hostname))
        .findFirst()
        .map(conductor -> selection.from(show(conductor)))
        .orElseThrow(() -> unknown(hostname));
  }

  private List<Conductor> rows(Page page) {
    var order = order(page.sortKey().orElse("hostname"));
    var sorted =
        conductors.all().stream().sorted(page.descending() ? order.reversed() : order).toList();
    var from = page.marker().map(marker -> after(sorted, marker)).orElse(0);
    return sorted.stream().skip(from).limit(page.limit()).toList();
  }

  private static int after(List<Conductor> sorted, String marker) {
    for (int i = 0; i < sorted.size(); i++) {
      if (sorted.get(i).hostname().equals(marker)) {
        return i + 1;
      }
    }
    throw unknown(marker);
  }

  private static Comparator<Conductor> order(String key) {
    Comparator<Conductor> order =
        switch (key) {
          case "hostname", "id" -> Comparator.comparing(Conductor::hostname);
          case "conductor_group" -> Comparator.comparing(Conductor::group);
          case "created_at" -> Comparator.comparing(Conductor::createdAt);
          case "updated_at" -> Comparator.comparing(Conductor::updatedAt);
          default ->
              throw new AssayException(
                  ErrorCode.INVALID_PARAMETER,
                  "The sort_key value \"%s\" is an invalid field for sorting".formatted(key));
        };
    return order.thenComparing(Conductor::hostname);
  }

  private ObjectNode show(Conductor conductor) {
    var shown = StoredJson.object();
    shown.put("hostname", conductor.hostname());
    shown.put("conductor_group", conductor.group());
    shown.put("alive", conductor.alive());
    var drivers = shown.putArray("drivers");
    conductor.drivers().forEach(driver -> drivers.add(driver.name()));
    shown.put("created_at", IsoTime.of(conductor.createdAt()));
    shown.put("updated_at", IsoTime.of(conductor.updatedAt()));
    shown.set("links", Links.of(request.base(), "conductors", conductor.hostname()).tree());
    return shown;
  }

  private static AssayException unknown(String hostname) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "Conductor %s could not be found.".formatted(hostname));
  }
}

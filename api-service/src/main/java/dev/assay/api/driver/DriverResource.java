package dev.assay.api.driver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.http.Selection;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.InterfaceType;
import dev.assay.registration.Conductors;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Lists and shows the drivers that can be used now. Source: spec api.md 16. */
@Path("/v1/drivers")
@RunOnVirtualThread
public class DriverResource {
  private static final int TYPE_SINCE = 30;
  private static final int FIELDS_SINCE = 77;
  private static final List<String> SHORT = List.of("name", "hosts", "type", "properties");

  private final ApiRequest request;
  private final Conductors conductors;

  DriverResource(ApiRequest request, Conductors conductors) {
    this.request = request;
    this.conductors = conductors;
  }

  @GET
  public ObjectNode list(@Context UriInfo uri) {
    var query = Query.of(uri, "type", "detail", "fields");
    if (query.has("type") || query.has("detail")) {
      request.version().require(TYPE_SINCE, "type or detail");
    }
    var detail = query.bool("detail").orElse(false);
    var selection = selection(query, detail);
    var answer = StoredJson.object();
    var list = answer.putArray("drivers");
    if (!classic(query)) {
      for (var driver : DriverView.of(conductors.alive())) {
        list.add(selection.from(driver.show(request, detail || query.has("fields"))));
      }
    }
    return answer;
  }

  @GET
  @Path("{name}")
  public ObjectNode show(@PathParam("name") String name, @Context UriInfo uri) {
    var query = Query.of(uri, "fields");
    return selection(query, true).from(find(name).show(request, true));
  }

  /** Returns the driver_info keys and their descriptions. */
  @GET
  @Path("{name}/properties")
  public ObjectNode properties(@PathParam("name") String name, @Context UriInfo uri) {
    Query.of(uri);
    var answer = StoredJson.object();
    new TreeMap<>(find(name).description().properties())
        .forEach((key, property) -> answer.put(key, property.description()));
    return answer;
  }

  private DriverView find(String name) {
    return DriverView.of(conductors.alive()).stream()
        .filter(driver -> driver.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "Could not find the following driver(s) or hardware type(s): %s."
                        .formatted(name)));
  }

  private Selection selection(Query query, boolean detail) {
    if (query.has("fields")) {
      request.version().require(FIELDS_SINCE, "fields");
      if (query.bool("detail").orElse(false)) {
        throw new AssayException(
            ErrorCode.INVALID_PARAMETER, "Cannot use 'fields' together with 'detail'.");
      }
    }
    return Selection.of(query, all(), detail ? all() : SHORT);
  }

  private static List<String> all() {
    var all = new ArrayList<>(SHORT);
    all.add("links");
    for (var type : InterfaceType.values()) {
      all.add("default_%s_interface".formatted(type.wire()));
      all.add("enabled_%s_interfaces".formatted(type.wire()));
    }
    return all;
  }

  private static boolean classic(Query query) {
    var type = query.text("type").orElse("dynamic");
    return switch (type) {
      case "dynamic" -> false;
      case "classic" -> true;
      default ->
          throw new AssayException(
              ErrorCode.INVALID_PARAMETER,
              "type must be dynamic or classic, not %s.".formatted(type));
    };
  }
}

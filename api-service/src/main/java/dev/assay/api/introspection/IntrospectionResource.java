package dev.assay.api.introspection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.ClassicPath;
import dev.assay.api.http.ClassicRequest;
import dev.assay.api.http.Query;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.Stage;
import dev.assay.reapply.Reapply;
import dev.assay.storedjson.JsonMember;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Introspections in the classic API: starts, shows, lists and aborts them, shows their data and
 * processes these again. Source: spec inspector-compat.md 3.
 */
@Path(ClassicPath.PREFIX + "/v1/introspection")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class IntrospectionResource {
  private final IntrospectedNode known;
  private final StartIntrospection start;
  private final AbortIntrospection abort;
  private final IntrospectionList list;
  private final IntrospectionData data;
  private final Reapply reapply;
  private final ApiRequest request;
  private final ClassicRequest classic;
  private final ApiConfig config;

  IntrospectionResource(
      IntrospectedNode known,
      StartIntrospection start,
      AbortIntrospection abort,
      IntrospectionList list,
      IntrospectionData data,
      Reapply reapply,
      ApiRequest request,
      ClassicRequest classic,
      ApiConfig config) {
    this.known = known;
    this.start = start;
    this.abort = abort;
    this.list = list;
    this.data = data;
    this.reapply = reapply;
    this.request = request;
    this.classic = classic;
    this.config = config;
  }

  /** Starts an introspection; the body is ignored. */
  @POST
  @Path("/{node}")
  @Transactional
  public Response start(@PathParam("node") String ident, @Context UriInfo uri) {
    start.start(ident, Query.of(uri, "manage_boot").bool("manage_boot").orElse(true));
    return accepted();
  }

  /** Returns the status of the latest introspection. */
  @GET
  @Path("/{node}")
  @Transactional
  public ObjectNode show(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var node = known.require(ident);
    return IntrospectionStatus.of(node.uuid().uuid(), known.requireLatest(node, ident))
        .json(classic.base());
  }

  /** Returns a page with the status of each node, the latest started first. */
  @GET
  @Transactional
  public ObjectNode list(@Context UriInfo uri) {
    var query = Query.of(uri, "marker", "limit", "state");
    var rows = list.page(states(query), after(query), limit(query));
    var answer = StoredJson.object();
    var shown = answer.putArray("introspection");
    rows.forEach(status -> shown.add(status.json(classic.base())));
    return answer;
  }

  /** Aborts an introspection that waits for its data; the body is ignored. */
  @POST
  @Path("/{node}/abort")
  @Transactional
  public Response abort(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    abort.abort(ident);
    return accepted();
  }

  /** Returns what hooks and rules made of the data of the last successful introspection. */
  @GET
  @Path("/{node}/data")
  public Response processed(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    return data.processed(known.require(ident));
  }

  /** Returns the data that were received last, as they were sent, without logs. */
  @GET
  @Path("/{node}/data/unprocessed")
  public Response unprocessed(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    return data.unprocessed(known.require(ident));
  }

  /** Processes the stored data again, or those of the body, which are stored first. */
  @POST
  @Path("/{node}/data/unprocessed")
  @Transactional
  public Response reapply(@PathParam("node") String ident, InputStream body, @Context UriInfo uri) {
    Query.of(uri);
    var sent = JsonBody.bytes(body);
    if (sent.length == 0) {
      reapply.order(known.requireForUpdate(ident), request.requestId());
    } else {
      if (!JsonBody.object(sent).path("inventory").isObject()) {
        throw invalid("The data must have an object \"inventory\", as a ramdisk sends it.");
      }
      var payload = SplitPayload.of(withoutLogs(sent)); // not while the row is locked
      reapply.order(known.requireForUpdate(ident), payload, request.requestId());
    }
    return accepted();
  }

  private static byte[] withoutLogs(byte[] body) {
    try {
      return JsonMember.find(body, ReceivedLogs.MEMBER)
          .map(logs -> logs.removedFrom(body))
          .orElse(body);
    } catch (IOException e) {
      throw new UncheckedIOException("the body was read before", e);
    }
  }

  private static List<Stage> states(Query query) {
    return query.list("state").stream().map(IntrospectionResource::state).toList();
  }

  private static Stage state(String name) {
    return Arrays.stream(Stage.values())
        .filter(stage -> stage.wire().equals(name))
        .findFirst()
        .orElseThrow(() -> invalid("State \"%s\" is not valid.".formatted(name)));
  }

  private int limit(Query query) {
    var limit = query.number("limit").orElse(0);
    if (limit < 0 || limit > config.maxLimit()) {
      throw invalid(
          "Limit must be from 0, which is the default of %1$d, to %1$d; received %2$d."
              .formatted(config.maxLimit(), limit));
    }
    return limit == 0 ? config.maxLimit() : limit;
  }

  private IntrospectionList.@Nullable Place after(Query query) {
    var marker = query.uuid("marker");
    if (marker.isEmpty()) {
      return null;
    }
    var ident = marker.get().toString();
    var run = known.requireLatest(known.require(ident), ident);
    return new IntrospectionList.Place(run.startedAt(), marker.get());
  }

  private static Response accepted() {
    return Response.accepted(StoredJson.object()).build();
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }
}

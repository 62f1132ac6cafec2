package dev.assay.api.unmatched;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.attempt.AttemptView;
import dev.assay.api.attempt.UnmatchedPayload;
import dev.assay.api.attempt.UnmatchedPayloads;
import dev.assay.api.body.JsonBody;
import dev.assay.api.callback.Replay;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.response.LargeResponses;
import dev.assay.id.UuidText;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;

/**
 * The inbox of unmatched payloads, at every version: lists, shows, replays and deletes the data of
 * refused callbacks. Source: spec api.md 9.14.
 */
@Path("/v1/unmatched")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class UnmatchedResource {
  private static final String COLLECTION = "unmatched";

  /** The copies in memory: the database driver has two more while it reads. */
  private static final int COPIES = 3;

  private final UnmatchedPayloads payloads;
  private final Replay replay;
  private final LargeResponses answers;
  private final ApiRequest request;
  private final ApiConfig config;

  UnmatchedResource(
      UnmatchedPayloads payloads,
      Replay replay,
      LargeResponses answers,
      ApiRequest request,
      ApiConfig config) {
    this.payloads = payloads;
    this.replay = replay;
    this.answers = answers;
    this.request = request;
    this.config = config;
  }

  /** Returns a page of payloads without their data, newest first. */
  @GET
  @Transactional
  public ObjectNode list(@Context UriInfo uri) {
    var query = Query.of(uri, "limit", "marker");
    var page = Page.of(query, config.maxLimit());
    var before = page.marker().map(marker -> require(marker).id()).orElse(Long.MAX_VALUE);
    return page.answer(
        request,
        COLLECTION,
        query,
        payloads.list(before, page.limit()),
        payload -> show(payload),
        UnmatchedPayload::uuid);
  }

  /** Returns one without its data. */
  @GET
  @Path("/{payload}")
  @Transactional
  public ObjectNode show(@PathParam("payload") String uuid, @Context UriInfo uri) {
    Query.of(uri);
    return show(require(uuid));
  }

  /** Returns the data as the machine sent them; for administrators, as nobody has checked them. */
  @GET
  @Path("/{payload}/data")
  public Response data(@PathParam("payload") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var payload = require(ident);
    answers.hold(COPIES * payload.size());
    var body = payloads.body(payload.uuid()).orElseThrow(() -> Replay.unknown(payload.uuid()));
    return answers.stream(body.stream(), payload.size());
  }

  /** Passes the data on to a node, as if the machine posted them now. */
  @POST
  @Path("/{payload}/replay")
  public Response replay(
      @PathParam("payload") String ident, InputStream body, @Context UriInfo uri) {
    Query.of(uri);
    var target = ReplayRequest.read(JsonBody.bytes(body));
    var node = replay.of(require(ident), target);
    return Response.accepted(StoredJson.object().put("uuid", node.toString())).build();
  }

  /** Deletes the payload. */
  @DELETE
  @Path("/{payload}")
  @Transactional
  public void delete(@PathParam("payload") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var uuid = UuidText.require(ident);
    if (!payloads.delete(uuid)) {
      throw Replay.unknown(uuid);
    }
  }

  private UnmatchedPayload require(String ident) {
    var uuid = UuidText.require(ident);
    return payloads.find(uuid).orElseThrow(() -> Replay.unknown(uuid));
  }

  private static ObjectNode show(UnmatchedPayload payload) {
    var shown = StoredJson.object();
    shown.put("uuid", payload.uuid().toString());
    AttemptView.outcome(shown, payload.outcome(), payload.sentence());
    AttemptView.keys(shown, payload.keys());
    AttemptView.candidates(shown, payload.candidates());
    shown.put("reference", payload.reference());
    shown.put("source", payload.source());
    shown.put("size", payload.size());
    shown.put("times", payload.times());
    shown.put("first_seen_at", IsoTime.of(payload.firstSeenAt()));
    shown.put("last_seen_at", IsoTime.of(payload.lastSeenAt()));
    return shown;
  }
}

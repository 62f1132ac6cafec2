package dev.assay.api.deadletter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Masking;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.deadletter.DeadLetter;
import dev.assay.deadletter.DeadLetters;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import dev.assay.message.Envelope;
import dev.assay.secret.SecretKeys;
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
import java.util.UUID;

/** Lists, shows, replays and deletes dead letters, at every version. Source: spec api.md 9.12. */
@Path("/v1/dead_letters")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class DeadLetterResource {
  private static final String COLLECTION = "dead_letters";

  private final DeadLetters letters;
  private final ApiRequest request;
  private final ApiConfig config;

  DeadLetterResource(DeadLetters letters, ApiRequest request, ApiConfig config) {
    this.letters = letters;
    this.request = request;
    this.config = config;
  }

  /** Returns a page of letters without their text, newest first. */
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
        letters.list(before, page.limit()),
        letter -> show(letter),
        DeadLetter::uuid);
  }

  /** Returns one letter with its text. */
  @GET
  @Path("/{letter}")
  @Transactional
  public ObjectNode show(@PathParam("letter") String uuid, @Context UriInfo uri) {
    Query.of(uri);
    var letter = require(uuid);
    var shown = show(letter);
    letters.body(letter.uuid()).ifPresent(body -> shown.put("body", masked(body)));
    return shown;
  }

  /** Sends the message to the conductors once more, and deletes the letter. */
  @POST
  @Path("/{letter}/replay")
  @Transactional
  public Response replay(@PathParam("letter") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var uuid = UuidText.require(ident);
    try {
      if (!letters.replay(uuid)) {
        throw unknown(uuid);
      }
    } catch (Envelope.Unreadable e) {
      throw new AssayException(
          ErrorCode.INVALID_STATE,
          "Dead letter %s cannot be replayed, because this version cannot read it: %s. Replay it after an upgrade, or delete it."
              .formatted(uuid, e.getMessage()),
          e);
    }
    return Response.accepted().build();
  }

  /** Deletes the letter: its message will never be carried out. */
  @DELETE
  @Path("/{letter}")
  @Transactional
  public void delete(@PathParam("letter") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var uuid = UuidText.require(ident);
    if (!letters.delete(uuid)) {
      throw unknown(uuid);
    }
  }

  private DeadLetter require(String ident) {
    var uuid = UuidText.require(ident);
    return letters.find(uuid).orElseThrow(() -> unknown(uuid));
  }

  private static AssayException unknown(UUID uuid) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "Dead letter %s could not be found.".formatted(uuid));
  }

  private static ObjectNode show(DeadLetter letter) {
    var shown = StoredJson.object();
    shown.put("uuid", letter.uuid().toString());
    shown.put("reason", letter.reason());
    shown.put("queue", letter.queue());
    shown.put("command", letter.command());
    shown.put("node_uuid", letter.node() == null ? null : letter.node().toString());
    shown.put("request_id", letter.requestId());
    shown.put("times", letter.times());
    shown.put("first_seen_at", IsoTime.of(letter.firstSeenAt()));
    shown.put("last_seen_at", IsoTime.of(letter.lastSeenAt()));
    return shown;
  }

  /** Commands contain no secrets, but a dead letter may be anything. */
  private static String masked(String body) {
    try {
      var json = StoredJson.read(body, JsonNode.class);
      return json.isContainerNode()
          ? StoredJson.write(Masking.masked(json, SecretKeys.INFO))
          : body;
    } catch (IllegalArgumentException _) {
      return body.stripLeading().matches("(?s)[{\\[].*")
          ? "The message is not shown: it is JSON that cannot be read whole, and may have secrets."
          : body; // no JSON: it has no keys
    }
  }
}

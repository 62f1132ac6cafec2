package dev.assay.api.node.trait;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.attribute.AttributeType;
import dev.assay.error.ShortText;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists and changes the traits of a node. Below 1.37 GET is 406, PUT 405 and DELETE 404, as in
 * Ironic. Source: spec api.md 10.8.
 */
@Path("/v1/nodes/{node}/traits")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class TraitsResource {
  private static final int SINCE = 37;
  private static final String MEMBER = "traits";

  /** Of an invalid value in an error message. */
  private static final int MAX_LENGTH = 255;

  private final NodeFinder known;
  private final NodeTraits traits;
  private final ApiRequest request;

  TraitsResource(NodeFinder known, NodeTraits traits, ApiRequest request) {
    this.known = known;
    this.traits = traits;
    this.request = request;
  }

  /** All traits of the node. */
  @GET
  public ObjectNode list(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var node = known.require(ident);
    request.version().require(SINCE, MEMBER);
    var answer = StoredJson.object();
    node.traits().forEach(answer.putArray(MEMBER)::add);
    return answer;
  }

  /** Replaces all traits by those in the body. */
  @PUT
  public void replace(
      @PathParam("node") String ident, byte @Nullable [] body, @Context UriInfo uri) {
    beginPut(ident, uri);
    traits.replace(ident, names(JsonBody.object(body)));
  }

  /** Adds a trait. */
  @PUT
  @Path("/{trait}")
  public Response add(
      @PathParam("node") String ident,
      @PathParam("trait") String trait,
      byte @Nullable [] body,
      @Context UriInfo uri) {
    beginPut(ident, uri);
    JsonBody.requireNone(
        body, "A trait is added by its path: the request must have no body, or {}.");
    traits.add(ident, trait);
    return Response.noContent()
        .header(HttpHeaders.LOCATION, Links.self(request, "nodes", ident) + "/traits/" + trait)
        .build();
  }

  /** Removes all traits. */
  @DELETE
  public void clear(@PathParam("node") String ident, @Context UriInfo uri) {
    begin(uri);
    traits.clear(ident);
  }

  /** Removes a trait. */
  @DELETE
  @Path("/{trait}")
  public void remove(
      @PathParam("node") String ident, @PathParam("trait") String trait, @Context UriInfo uri) {
    begin(uri);
    traits.remove(ident, trait);
  }

  /** Checks before the body is read, so that an unknown node is reported first. */
  private void beginPut(String ident, UriInfo uri) {
    if (!request.version().atLeast(SINCE)) {
      throw new NotAllowedException("GET"); // 405, as in Ironic
    }
    Query.of(uri);
    known.require(ident);
  }

  private void begin(UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
  }

  private static List<String> names(ObjectNode body) {
    var sent = body.path(MEMBER);
    if (!sent.isArray() || body.size() != 1) {
      throw AttributeType.refused(MEMBER, "must be a list of names, and the only member");
    }
    var names = new ArrayList<String>();
    for (var name : sent) {
      if (!name.isTextual()) {
        throw AttributeType.refused(
            MEMBER,
            "must hold texts only, not " + ShortText.shortened(name.toString(), MAX_LENGTH));
      }
      names.add(name.textValue());
    }
    return names;
  }
}

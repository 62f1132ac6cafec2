package dev.assay.api.webhook;

import dev.assay.api.body.JsonBody;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Masking;
import dev.assay.api.http.Query;
import dev.assay.id.UuidText;
import dev.assay.webhook.Webhooks;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.Optional;

/**
 * The endpoints for webhooks, at every version, for administrators alone: URLs often contain
 * tokens. Source: spec api.md 9.16.
 */
@Path("/v1/webhooks")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class WebhooksResource {
  private final Webhooks webhooks;
  private final WebhookWrites writes;
  private final ApiRequest request;

  WebhooksResource(Webhooks webhooks, WebhookWrites writes, ApiRequest request) {
    this.webhooks = webhooks;
    this.writes = writes;
    this.request = request;
  }

  /** Returns all webhooks in short form, the oldest first. */
  @GET
  @Transactional
  public byte[] list(@Context UriInfo uri) {
    Query.of(uri);
    return WebhookFields.TABLE
        .listed(request.version())
        .list(
            WebhookFields.COLLECTION,
            webhooks.all().stream().map(it -> new WebhookView(it, Masking.MASK, 0, request)),
            (_, _) -> Optional.empty());
  }

  /** Creates a webhook; the response has its secret if the service chose one. */
  @POST
  public Response create(byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var view = writes.create(JsonBody.object(body));
    var self = Links.self(request, WebhookFields.COLLECTION, view.webhook().uuid().toString());
    return Response.created(URI.create(self)).entity(full(view)).build();
  }

  /** Returns one webhook with all fields. */
  @GET
  @Path("/{webhook}")
  @Transactional
  public byte[] show(@PathParam("webhook") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var uuid = UuidText.require(ident);
    return full(writes.view(webhooks.find(uuid).orElseThrow(() -> WebhookWrites.unknown(uuid))));
  }

  /** Changes attributes; see {@link Patch}. */
  @PATCH
  @Path("/{webhook}")
  public byte[] patch(@PathParam("webhook") String ident, byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var patch = Patch.read(JsonBody.read(body), WebhookFields.TABLE, request.version());
    return full(writes.patch(ident, patch));
  }

  /** Has a test sent. */
  @POST
  @Path("/{webhook}/test")
  public Response test(@PathParam("webhook") String ident, @Context UriInfo uri) {
    Query.of(uri);
    writes.test(ident);
    return Response.accepted().build();
  }

  /** Deletes the webhook. */
  @DELETE
  @Path("/{webhook}")
  public void delete(@PathParam("webhook") String ident, @Context UriInfo uri) {
    Query.of(uri);
    writes.delete(ident);
  }

  private byte[] full(WebhookView view) {
    return WebhookFields.TABLE.full(request.version()).one(view);
  }
}

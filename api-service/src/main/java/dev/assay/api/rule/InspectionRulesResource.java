package dev.assay.api.rule;

import dev.assay.api.body.JsonBody;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.api.response.Warnings;
import dev.assay.rule.engine.RuleRegistry;
import io.smallrye.common.annotation.RunOnVirtualThread;
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

/**
 * The endpoints for inspection rules; below 1.96 reading is 404 and writing 405. Source: spec
 * api.md 14.
 */
@Path("/v1/inspection_rules")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class InspectionRulesResource {
  private final RuleList list;
  private final RuleWrites writes;
  private final RuleFinder known;
  private final RuleRegistry registry;
  private final ApiRequest request;

  InspectionRulesResource(
      RuleList list,
      RuleWrites writes,
      RuleFinder known,
      RuleRegistry registry,
      ApiRequest request) {
    this.list = list;
    this.writes = writes;
    this.known = known;
    this.registry = registry;
    this.request = request;
  }

  /** A page of rules, in short form unless the query asks otherwise. */
  @GET
  public byte[] list(@Context UriInfo uri) {
    request.version().requireResource(RuleFields.SINCE);
    return list.page(uri);
  }

  /** Creates a rule; headers {@link Warnings#HEADER} report parts of it that can never work. */
  @POST
  public Response create(byte[] body, @Context UriInfo uri) {
    request.version().requireMethod(RuleFields.SINCE);
    Query.of(uri);
    var rule = writes.create(JsonBody.object(body));
    var self = Links.self(request, RuleFields.COLLECTION, rule.rule().uuid());
    var warnings = RuleWarnings.ofWritten(rule.rule(), true, registry);
    return Warnings.tell(Response.created(URI.create(self)).entity(full(rule)), warnings).build();
  }

  /** Deletes all rules but the built-in ones. */
  @DELETE
  public void deleteAll(@Context UriInfo uri) {
    request.version().requireMethod(RuleFields.SINCE);
    Query.of(uri);
    writes.deleteAll();
  }

  /** One rule with all fields, or with those that the query names. */
  @GET
  @Path("/{rule}")
  public byte[] show(@PathParam("rule") String ident, @Context UriInfo uri) {
    request.version().requireResource(RuleFields.SINCE);
    var query = Query.of(uri, "fields");
    return RuleFields.TABLE.asked(query, true, request.version()).one(known.require(ident));
  }

  /** Changes attributes; see {@link Patch}. */
  @PATCH
  @Path("/{rule}")
  public Response patch(@PathParam("rule") String ident, byte[] body, @Context UriInfo uri) {
    request.version().requireMethod(RuleFields.SINCE);
    Query.of(uri);
    var patch = Patch.read(JsonBody.read(body), RuleFields.TABLE, request.version());
    var rule = writes.patch(ident, patch);
    var warnings = RuleWarnings.ofWritten(rule.rule(), false, registry);
    return Warnings.tell(Response.ok(full(rule)), warnings).build();
  }

  /** Deletes the rule. */
  @DELETE
  @Path("/{rule}")
  public void delete(@PathParam("rule") String ident, @Context UriInfo uri) {
    request.version().requireMethod(RuleFields.SINCE);
    Query.of(uri);
    writes.delete(ident);
  }

  private byte[] full(RuleView rule) {
    return RuleFields.TABLE.full(request.version()).one(rule);
  }
}

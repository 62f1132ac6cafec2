package dev.assay.api.rule.dryrun;

import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.response.Warnings;
import dev.assay.api.rule.RuleFields;
import dev.assay.api.rule.RuleWarnings;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;

/**
 * The dry run endpoint: reports what rules would do to nodes, one line per node. Below 1.96 it is
 * 405, like the creation of a rule.
 */
@Path("/v1/inspection_rules")
@Produces(MediaType.APPLICATION_JSON) // for errors; a success sets its own type
@RunOnVirtualThread
public class DryRunResource {
  private static final String JSON_LINES = "application/x-ndjson";

  private final DryRunOrders orders;
  private final DryRuns runs;
  private final ApiRequest request;

  DryRunResource(DryRunOrders orders, DryRuns runs, ApiRequest request) {
    this.orders = orders;
    this.runs = runs;
    this.request = request;
  }

  /** Changes nothing; an invalid request is rejected before the first line. */
  @POST
  @Path("/dry_run")
  public Response dryRun(byte[] body, @Context UriInfo uri) {
    request.version().requireMethod(RuleFields.SINCE);
    Query.of(uri);
    var order = orders.read(JsonBody.object(body));
    var lines = Response.ok((StreamingOutput) out -> runs.run(order, out)).type(JSON_LINES);
    return Warnings.tell(lines, RuleWarnings.of(order.rules())).build();
  }
}

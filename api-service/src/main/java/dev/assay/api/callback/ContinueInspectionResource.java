package dev.assay.api.callback;

import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;

/**
 * The callback endpoint: a ramdisk posts the inventory of its machine. Source: spec api.md 13.3,
 * ramdisk.md 2 and 7.1.
 */
@Path("/v1/continue_inspection")
@RunOnVirtualThread
public class ContinueInspectionResource {
  /** The minor version that documents the endpoint; ramdisks send no version and get the oldest. */
  private static final int DOCUMENTED = 84;

  private final ApiRequest request;
  private final PayloadIntake intake;

  ContinueInspectionResource(ApiRequest request, PayloadIntake intake) {
    this.request = request;
    this.intake = intake;
  }

  @POST
  public Response accept(InputStream body, @Context UriInfo uri) {
    var documented = request.version().atLeast(DOCUMENTED);
    if (!documented && request.version().minor() > 1) {
      throw new AssayException(
          ErrorCode.NOT_FOUND, "API version 1.%d or newer is required".formatted(DOCUMENTED));
    }
    var uuid = Query.of(uri, "node_uuid").uuid("node_uuid").map(NodeId::new);
    var answer = intake.accept(Callback.read(JsonBody.bytes(body)), uuid, documented);
    return Response.accepted(answer).build();
  }
}

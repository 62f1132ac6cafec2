package dev.assay.api.callback;

import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ClassicPath;
import dev.assay.api.http.Query;
import dev.assay.inspection.ClassicConfig;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;

/**
 * The callback endpoint of the classic API. Both endpoints take the data of every inspection,
 * whichever API started it. Source: spec inspector-compat.md 4.
 */
@Path(ClassicPath.CALLBACK)
@RunOnVirtualThread
public class ContinueIntrospectionResource {
  private final PayloadIntake intake;
  private final ClassicConfig config;

  ContinueIntrospectionResource(PayloadIntake intake, ClassicConfig config) {
    this.intake = intake;
    this.config = config;
  }

  /** Returns the UUID of the node. */
  @POST
  public Response accept(InputStream body, @Context UriInfo uri) {
    Query.of(uri);
    var node = intake.acceptClassic(Callback.read(JsonBody.bytes(body)));
    return Response.status(config.continueStatus()).entity(node).build();
  }
}

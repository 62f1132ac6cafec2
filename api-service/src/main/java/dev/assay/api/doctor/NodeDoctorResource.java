package dev.assay.api.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.Query;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/**
 * Reports whether an inspection of a node would work. Asks its BMC and changes nothing. Source:
 * docs/spec/api.md 9.10.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class NodeDoctorResource {
  private final NodeExamination examination;

  NodeDoctorResource(NodeExamination examination) {
    this.examination = examination;
  }

  @GET
  @Path("/{node}/doctor")
  public ObjectNode examine(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var examined = examination.run(ident);
    var report = StoredJson.object();
    report.put("node", examined.node().toString());
    report.put("name", examined.name());
    return ServiceDoctorResource.write(report, examined.findings());
  }
}

package dev.assay.api.node.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.hardware.InterfaceType;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/**
 * Reports for each interface of a node whether it can work, and if not, why. Source: api.md 9.9.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ValidateResource {
  private final NodeFinder known;
  private final ServingConductors conductors;
  private final NodeValidation validation;

  ValidateResource(NodeFinder known, ServingConductors conductors, NodeValidation validation) {
    this.known = known;
    this.conductors = conductors;
    this.validation = validation;
  }

  /** Validates the node in the path. */
  @GET
  @Path("/{node}/validate")
  @Transactional
  public ObjectNode validate(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    return report(ident);
  }

  /** Validates the node in the query, given by name or UUID. */
  @GET
  @Path("/validate")
  @Transactional
  public ObjectNode validate(@Context UriInfo uri) {
    var query = Query.of(uri, "node", "node_uuid");
    return report(
        query
            .text("node")
            .or(() -> query.text("node_uuid"))
            .orElseThrow(
                () -> AttributeType.refused("node", "is mandatory unless node_uuid is given")));
  }

  private ObjectNode report(String ident) {
    var node = known.require(ident);
    var driver = conductors.serving(node);
    var report = StoredJson.object();
    for (var type : InterfaceType.values()) {
      if (type != InterfaceType.VENDOR) { // Ironic does not report it
        var unusable = validation.unusable(node, driver, type).map(AssayException::sentence);
        var entry = report.putObject(type.wire()).put("result", unusable.isEmpty());
        unusable
            .or(() -> validation.remark(node, type))
            .ifPresent(reason -> entry.put("reason", reason));
      }
    }
    return report;
  }
}

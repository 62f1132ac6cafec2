package dev.assay.api.pxefilter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.Query;
import dev.assay.id.MacAddress;
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

/** Tells whether the PXE filters let a machine boot, and why. Source: spec api.md 9.11. */
@Path("/v1/pxe_access")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PxeAccessResource {
  private final AccessExplanation explanation;

  PxeAccessResource(AccessExplanation explanation) {
    this.explanation = explanation;
  }

  @GET
  @Path("{address}")
  @Transactional
  public ObjectNode show(@PathParam("address") String address, @Context UriInfo uri) {
    Query.of(uri);
    var mac = MacAddress.of(address);
    var explained = explanation.of(mac);
    var shown = StoredJson.object();
    shown.put("address", mac.text());
    shown.put("node_uuid", explained.machine().map(it -> it.node().toString()).orElse(null));
    shown.put("provision_state", explained.machine().map(it -> it.state().wire()).orElse(null));
    var answers = shown.putArray("filters");
    for (var each : explained.answers()) {
      answers
          .addObject()
          .put("hostname", each.filter().hostname())
          .put("network", each.network())
          .put("state", PxeFilterResource.state(each.filter()))
          .put("access", each.access().wire())
          .put("reason", each.reason())
          .put("detail", each.detail())
          .put("fix", each.fix());
    }
    return shown;
  }
}

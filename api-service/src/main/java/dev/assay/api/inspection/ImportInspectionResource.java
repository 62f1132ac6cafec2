package dev.assay.api.inspection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.api.inspection.ImportInspection.Outcome;
import dev.assay.id.UuidText;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.Locale;
import java.util.UUID;

/** Imports inspections of other installations. Source: spec api.md 9.18. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ImportInspectionResource {
  private static final String DRY_RUN = "dry_run";

  private final ImportInspection imports;
  private final ApiRequest request;

  ImportInspectionResource(ImportInspection imports, ApiRequest request) {
    this.imports = imports;
    this.request = request;
  }

  /** Stores an inspection under a UUID that the client chose; the same one again does nothing. */
  @PUT
  @Path("/{node}/inspections/{inspection}")
  public Response store(
      @PathParam("node") String ident,
      @PathParam("inspection") String name,
      InputStream body,
      @Context UriInfo uri) {
    var dryRun = Query.of(uri, DRY_RUN).bool(DRY_RUN).orElse(false);
    var uuid = UuidText.require(name);
    var sent = ImportedInspection.read(JsonBody.bytes(body));
    var outcome =
        QuarkusTransaction.requiringNew().call(() -> imports.store(ident, uuid, sent, dryRun));
    var answer =
        Response.status(outcome == Outcome.IMPORTED ? 201 : 200).entity(view(uuid, outcome));
    return outcome == Outcome.IMPORTABLE
        ? answer.build()
        : answer
            .header(
                HttpHeaders.LOCATION, Links.self(request, "nodes", ident) + "/inspections/" + uuid)
            .build();
  }

  private static ObjectNode view(UUID uuid, Outcome outcome) {
    return StoredJson.object()
        .put("uuid", uuid.toString())
        .put("outcome", outcome.name().toLowerCase(Locale.ROOT));
  }
}

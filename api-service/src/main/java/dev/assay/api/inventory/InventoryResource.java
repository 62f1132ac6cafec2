package dev.assay.api.inventory;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.node.KnownNodes;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inventory.Inventories;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.nio.ByteBuffer;

/** The inventory and plugin data of a node, emitted as stored. Source: spec api.md 10.6. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class InventoryResource {
  private static final int SINCE = 81;
  private static final byte[] INVENTORY = "{\"inventory\":".getBytes(US_ASCII);
  private static final byte[] PLUGIN_DATA = ",\"plugin_data\":".getBytes(US_ASCII);
  private static final byte[] END = "}".getBytes(US_ASCII);

  private final KnownNodes known;
  private final Inventories inventories;
  private final ApiRequest request;

  InventoryResource(KnownNodes known, Inventories inventories, ApiRequest request) {
    this.known = known;
    this.inventories = inventories;
    this.request = request;
  }

  /** NOT_FOUND until an inspection of the node has ended well. */
  @GET
  @Path("/{node}/inventory")
  public byte[] show(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var node = known.require(ident);
    var stored =
        inventories
            .find(node.id())
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "Node %s has no inventory: no inspection of it has ended well."
                            .formatted(node.uuid())));
    return joined(stored.inventory().json(), stored.pluginData().json());
  }

  private static byte[] joined(byte[] inventory, byte[] pluginData) {
    return ByteBuffer.allocate(
            INVENTORY.length
                + inventory.length
                + PLUGIN_DATA.length
                + pluginData.length
                + END.length)
        .put(INVENTORY)
        .put(inventory)
        .put(PLUGIN_DATA)
        .put(pluginData)
        .put(END)
        .array();
  }
}

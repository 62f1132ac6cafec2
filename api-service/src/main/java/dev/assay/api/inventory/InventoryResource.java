package dev.assay.api.inventory;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.response.LargeResponses;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Inventories.Stored;
import dev.assay.node.Node;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Returns the inventory and plugin data of a node as they were stored. Source: spec api.md 10.6.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class InventoryResource {
  private static final int SINCE = 81;
  private static final byte[] INVENTORY = "{\"inventory\":".getBytes(US_ASCII);
  private static final byte[] PLUGIN_DATA = ",\"plugin_data\":".getBytes(US_ASCII);
  private static final byte[] END = "}".getBytes(US_ASCII);
  private static final int FRAME = INVENTORY.length + PLUGIN_DATA.length + END.length;

  /** The copies in memory: the database driver has two more while it reads. */
  private static final int COPIES = 3;

  private final NodeFinder known;
  private final Inventories inventories;
  private final ApiRequest request;
  private final LargeResponses answers;

  InventoryResource(
      NodeFinder known, Inventories inventories, ApiRequest request, LargeResponses answers) {
    this.known = known;
    this.answers = answers;
    this.inventories = inventories;
    this.request = request;
  }

  /** Returns the inventory; throws NOT_FOUND until an inspection of the node has succeeded. */
  @GET
  @Path("/{node}/inventory")
  public Response show(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var node = known.require(ident);
    var found = inventories.find(node.id(), LargeResponses.LARGE).orElseThrow(() -> none(node));
    try {
      return found
          .stored()
          .flatMap(InventoryResource::joined)
          .map(bytes -> Response.ok(bytes).build())
          .orElseGet(() -> large(node, found.bytes()));
    } catch (UncheckedIOException e) {
      throw new IllegalStateException(
          "the row of node %s (node_id %d) in table node_inventory is damaged"
              .formatted(node.uuid(), node.id()),
          e);
    }
  }

  /** Decompresses the inventory while it is sent, since a few large ones would fill the memory. */
  private Response large(Node node, long bytes) {
    answers.hold(COPIES * bytes);
    var stored = inventories.find(node.id()).orElseThrow(() -> none(node));
    return answers.stream(streamed(stored), length(stored));
  }

  private static AssayException none(Node node) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Node %s has no inventory: no inspection of it has succeeded.".formatted(node.uuid()));
  }

  private static long length(Stored stored) {
    return (long) FRAME + stored.inventory().length() + stored.pluginData().length();
  }

  private static InputStream streamed(Stored stored) {
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new ByteArrayInputStream(INVENTORY),
                stored.inventory().stream(),
                new ByteArrayInputStream(PLUGIN_DATA),
                stored.pluginData().stream(),
                new ByteArrayInputStream(END))));
  }

  /** The whole response, or empty when it is large. */
  private static Optional<byte[]> joined(Stored stored) {
    try {
      var bytes = streamed(stored).readNBytes(LargeResponses.LARGE + 1);
      return bytes.length <= LargeResponses.LARGE ? Optional.of(bytes) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

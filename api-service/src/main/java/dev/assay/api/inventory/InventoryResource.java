package dev.assay.api.inventory;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.assay.api.conditional.Conditional;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.api.inspection.NamedInspections;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.response.LargeResponses;
import dev.assay.error.AssayException;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Inventories.Sized;
import dev.assay.inspection.Inventories.Stored;
import dev.assay.inspection.Inventories.Texts;
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
import java.util.function.Supplier;

/**
 * Returns the inventory and plugin data that inspections found, as they were stored. Source: spec
 * api.md 10.6.
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
  private final NamedInspections named;
  private final Inventories inventories;
  private final KeptInventories kept;
  private final ApiRequest request;
  private final LargeResponses answers;

  /** A result that is requested: its size, and itself unless it has more than so many bytes. */
  @FunctionalInterface
  private interface Requested {
    Optional<Sized> find(long most);
  }

  InventoryResource(
      NodeFinder known,
      NamedInspections named,
      Inventories inventories,
      KeptInventories kept,
      ApiRequest request,
      LargeResponses answers) {
    this.known = known;
    this.named = named;
    this.answers = answers;
    this.inventories = inventories;
    this.kept = kept;
    this.request = request;
  }

  /** Returns the latest inventory; NOT_FOUND until an inspection of the node has succeeded. */
  @GET
  @Conditional
  @Path("/{node}/inventory")
  public Response show(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var node = known.require(ident);
    kept.require(node);
    return response(
        node, most -> inventories.find(node.id(), most), () -> KeptInventories.none(node));
  }

  /** Returns what one inspection found; NOT_FOUND when it has no result, or none any more. */
  @GET
  @Conditional
  @Path("/{node}/inspections/{inspection}/inventory")
  public Response showOf(
      @PathParam("node") String ident, @PathParam("inspection") String name, @Context UriInfo uri) {
    Query.of(uri);
    var node = known.require(ident);
    kept.require(node);
    var run = named.require(node, name);
    return response(
        node, most -> inventories.find(run, most), () -> KeptInventories.none(node, run));
  }

  private Response response(Node node, Requested requested, Supplier<AssayException> none) {
    var found = requested.find(LargeResponses.LARGE).orElseThrow(none);
    try {
      return found
          .stored()
          .map(Stored::read)
          .flatMap(InventoryResource::joined)
          .map(bytes -> Response.ok(bytes).build())
          .orElseGet(() -> large(found.bytes(), requested, none));
    } catch (UncheckedIOException e) {
      throw new IllegalStateException(
          "a result of node %s (node_id %d in table document) is damaged"
              .formatted(node.uuid(), node.id()),
          e);
    }
  }

  /** Decompresses the inventory while it is sent, since a few large ones would fill the memory. */
  private Response large(long bytes, Requested requested, Supplier<AssayException> none) {
    answers.hold(COPIES * bytes);
    var stored =
        requested.find(Long.MAX_VALUE).flatMap(Sized::stored).map(Stored::read).orElseThrow(none);
    return answers.stream(streamed(stored), length(stored));
  }

  private static long length(Texts stored) {
    return (long) FRAME + stored.inventory().length() + stored.pluginData().length();
  }

  private static InputStream streamed(Texts stored) {
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
  private static Optional<byte[]> joined(Texts stored) {
    try {
      var bytes = streamed(stored).readNBytes(LargeResponses.LARGE + 1);
      return bytes.length <= LargeResponses.LARGE ? Optional.of(bytes) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

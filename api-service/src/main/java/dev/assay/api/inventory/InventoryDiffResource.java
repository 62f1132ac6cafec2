package dev.assay.api.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.Query;
import dev.assay.api.inspection.NamedInspections;
import dev.assay.api.node.NodeFinder;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Inventories.Sized;
import dev.assay.inspection.Inventories.Stored;
import dev.assay.inspection.Inventories.Texts;
import dev.assay.inspection.ResultHistory;
import dev.assay.inventorydiff.Change;
import dev.assay.inventorydiff.InventoryDiff;
import dev.assay.inventorydiff.Snapshot;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.Node;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import dev.assay.thread.PlatformThread;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells how the results of two inspections of a node differ. Source: spec api.md 10.6. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class InventoryDiffResource {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final NodeFinder known;
  private final NamedInspections named;
  private final ResultHistory history;
  private final Inventories inventories;
  private final KeptInventories kept;
  private final PayloadMemory memory;

  InventoryDiffResource(
      NodeFinder known,
      NamedInspections named,
      ResultHistory history,
      Inventories inventories,
      KeptInventories kept,
      PayloadMemory memory) {
    this.known = known;
    this.named = named;
    this.history = history;
    this.inventories = inventories;
    this.kept = kept;
    this.memory = memory;
  }

  /**
   * Compares the results of the inspections {@code from} and {@code to}; without {@code to} the
   * latest result, without {@code from} the latest one before that differs.
   */
  @GET
  @Path("/{node}/inventory/diff")
  public ObjectNode diff(@PathParam("node") String ident, @Context UriInfo uri) {
    var query = Query.of(uri, "from", "to");
    var node = known.require(ident);
    kept.require(node);
    var to =
        query
            .text("to")
            .map(name -> named.require(node, name))
            .or(() -> history.latest(node))
            .orElseThrow(() -> KeptInventories.none(node));
    var from =
        query
            .text("from")
            .map(name -> named.require(node, name))
            .or(() -> history.differentBefore(to));
    var after = result(node, to);
    return from.map(run -> compared(run, result(node, run), to, after))
        .orElseGet(() -> answer(null, to, new InventoryDiff(List.of(), 0)));
  }

  private Texts result(Node node, Inspection run) {
    return inventories
        .find(run, Long.MAX_VALUE)
        .flatMap(Sized::stored)
        .map(Stored::read)
        .orElseThrow(() -> KeptInventories.none(node, run));
  }

  /** Waits for memory and leaves the virtual thread when the results are large. */
  private ObjectNode compared(Inspection from, Texts before, Inspection to, Texts after) {
    var length = length(before) + length(after);
    if (length <= PayloadMemory.SMALL) {
      return answer(from, to, diff(before, after));
    }
    try (var _ =
        memory.large().take(PayloadMemory.ofTree(length), PATIENCE).orElseThrow(this::tooMany)) {
      return answer(from, to, PlatformThread.call("inventory-diff", () -> diff(before, after)));
    }
  }

  private AssayException tooMany() {
    return new AssayException(
        ErrorCode.UNAVAILABLE, "Too many large requests are being processed; try again later.");
  }

  private static long length(Texts stored) {
    return stored.inventory().length() + stored.pluginData().length();
  }

  private static InventoryDiff diff(Texts before, Texts after) {
    return InventoryDiff.between(snapshot(before), snapshot(after));
  }

  private static Snapshot snapshot(Texts stored) {
    return new Snapshot(tree(stored.inventory()), tree(stored.pluginData()));
  }

  private static JsonNode tree(CompressedJson text) {
    return StoredJson.read(new String(text.json(), StandardCharsets.UTF_8), JsonNode.class);
  }

  private static ObjectNode answer(@Nullable Inspection from, Inspection to, InventoryDiff diff) {
    var answer = StoredJson.object();
    answer.put("from", Optional.ofNullable(from).map(run -> run.uuid().toString()).orElse(null));
    answer.put("to", to.uuid().toString());
    var changes = answer.putArray("changes");
    diff.changes().forEach(change -> changes.add(answer(change)));
    return answer.put("omitted", diff.omitted());
  }

  private static ObjectNode answer(Change change) {
    var answer =
        StoredJson.object()
            .put("part", change.part())
            .put("id", change.id())
            .put("kind", change.kind().wire())
            .put("field", change.field());
    answer.set("before", change.before());
    answer.set("after", change.after());
    return answer.put("sentence", change.sentence());
  }
}

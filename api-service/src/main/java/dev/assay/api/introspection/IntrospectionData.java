package dev.assay.api.introspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.response.LargeResponses;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.ClassicData;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.Node;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** Responses with what is stored of introspections. Source: spec inspector-compat.md 3 and 5. */
@ApplicationScoped
class IntrospectionData {
  private final Inspections inspections;
  private final Inventories inventories;
  private final Payloads payloads;
  private final LargeResponses large;

  IntrospectionData(
      Inspections inspections, Inventories inventories, Payloads payloads, LargeResponses large) {
    this.inspections = inspections;
    this.inventories = inventories;
    this.payloads = payloads;
    this.large = large;
  }

  /**
   * What hooks and rules made of the data of the last successful inspection; none since a later
   * introspection was ordered.
   */
  Response processed(Node node) {
    requireOwnData(node, run -> inventories.find(run, 0).isPresent());
    var found =
        inventories
            .find(node.id())
            .map(Inventories.Stored::read)
            .orElseThrow(() -> none(node, "no inspection of it has succeeded"));
    large.hold(PayloadMemory.ofTree(found.inventory().length() + found.pluginData().length()));
    var data =
        ClassicData.of(
            read(found.inventory(), JsonNode.class),
            read(found.pluginData(), ObjectNode.class),
            node.attributes().properties());
    return Response.ok(
            StoredJson.write(data).getBytes(StandardCharsets.UTF_8),
            MediaType.APPLICATION_JSON_TYPE)
        .build();
  }

  /** The data that were received last, as they were sent, without logs; as above. */
  Response unprocessed(Node node) {
    requireOwnData(node, run -> payloads.find(run, 0).isPresent());
    var run =
        payloads
            .newest(node)
            .flatMap(inspections::find)
            .orElseThrow(() -> none(node, "none were received, or they were deleted"));
    var size = payloads.find(run, 0).orElseThrow(() -> none(node, "they were deleted")).size();
    large.hold(size);
    var body =
        payloads
            .find(run, Long.MAX_VALUE)
            .orElseThrow(() -> none(node, "they were deleted"))
            .body()
            .orElseThrow()
            .read();
    return large.stream(body.stream(), body.length());
  }

  /** An introspection that is ordered drops the data of those before. */
  private void requireOwnData(Node node, Predicate<Inspection> data) {
    inspections
        .latest(node)
        .filter(run -> run.classic() && !run.reapplied() && !run.imported())
        .filter(run -> !data.test(run))
        .ifPresent(
            run -> {
              throw none(
                  node, "introspection %s has none yet, or ended without".formatted(run.uuid()));
            });
  }

  private static AssayException none(Node node, String why) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Introspection data not found for node %s: %s.".formatted(node.uuid(), why));
  }

  private static <T> T read(CompressedJson json, Class<T> type) {
    return StoredJson.read(new String(json.json(), StandardCharsets.UTF_8), type);
  }
}

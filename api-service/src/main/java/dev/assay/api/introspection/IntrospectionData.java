package dev.assay.api.introspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.response.LargeResponses;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.ClassicData;
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

  /** What hooks and rules made of the data of the last successful inspection. */
  Response processed(Node node) {
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

  /** The data that were received last, as they were sent, without logs. */
  Response unprocessed(Node node) {
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

  private static AssayException none(Node node, String why) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Introspection data not found for node %s: %s.".formatted(node.uuid(), why));
  }

  private static <T> T read(CompressedJson json, Class<T> type) {
    return StoredJson.read(new String(json.json(), StandardCharsets.UTF_8), type);
  }
}

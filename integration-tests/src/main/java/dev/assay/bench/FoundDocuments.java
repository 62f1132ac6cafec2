package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.RulePhases;
import dev.assay.document.Document;
import dev.assay.hook.HookInput;
import dev.assay.id.NodeId;
import dev.assay.inspection.SplitPayload;
import dev.assay.inventory.Inventory;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The documents of one inspection, made as API and conductor make them.
 *
 * @param micros the times of the hooks
 */
@SuppressWarnings("ArrayRecordComponent") // only passed on to a column
record FoundDocuments(SplitPayload payload, Document pluginData, Document trace, int[] micros) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final NodeId NODE = NodeId.of("7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");

  /** Of the callback {@code body}, over which {@code hooks} run. */
  static FoundDocuments of(byte[] body, Pipeline hooks) throws IOException {
    var pluginData = (ObjectNode) JSON.readTree(body);
    var inventory = new Inventory(pluginData.remove("inventory"));
    var properties = JsonNodeFactory.instance.objectNode();
    var changes = ChangeSet.forHooks(properties, pluginData, List.of());
    var outcome =
        hooks.run(new HookInput(NODE, inventory, inventory, Set.of()), changes, RulePhases.NONE);
    if (outcome instanceof PipelineOutcome.Failed failed) {
      throw new IllegalStateException("the hooks failed: " + failed.sentence());
    }
    var trace = JSON.<ObjectNode>valueToTree(outcome.trace());
    ((ArrayNode) trace.path("hooks")).forEach(hook -> ((ObjectNode) hook).put("micros", 0));
    return new FoundDocuments(
        SplitPayload.of(body),
        document(changes.pluginData()),
        document(trace),
        outcome.trace().hooks().stream().mapToInt(hook -> (int) hook.micros()).toArray());
  }

  private static Document document(ObjectNode json) {
    return Document.of(json.toString().getBytes(UTF_8));
  }

  /** All of them; the payload has two. */
  List<Document> all() {
    return List.of(payload.inventory(), payload.rest(), pluginData, trace);
  }
}

package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.node.Node;
import java.util.List;
import java.util.Optional;

/**
 * The line of one node in the output of a dry run.
 *
 * @param inventory whether one is stored; without it no rule is run
 * @param applies whether rules run for its inspect interface; if not, only those of phase early do
 * @param matched the rules whose conditions held
 * @param rules as in the trace of an inspection
 * @param failure why the inspection would fail; it would then change nothing
 * @param changes see {@link FieldChanges#shown}
 * @param calls see {@link OrderedCalls}
 * @param late the rules timed out: no other node follows this one
 */
record NodeLine(
    Node node,
    boolean inventory,
    boolean applies,
    List<String> matched,
    ArrayNode rules,
    Optional<Failure> failure,
    ObjectNode changes,
    ArrayNode calls,
    boolean late) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The error that an inspection would report. */
  record Failure(ErrorCode code, String sentence) {
    private ObjectNode json() {
      return JSON.objectNode()
          .put("code", code.name())
          .put("error", sentence)
          .put("hint", code.hint());
    }
  }

  /** The line of a node that was never inspected successfully. */
  static NodeLine withoutInventory(Node node) {
    return nothing(node, false, Optional.empty(), false);
  }

  /** The line of a node whose inventory is damaged. */
  static NodeLine unreadable(Node node, InspectionFailure why) {
    return nothing(node, true, Optional.of(new Failure(why.code(), why.sentence())), false);
  }

  /** The line of a node whose rules timed out. */
  static NodeLine late(Node node, String sentence) {
    return nothing(node, true, Optional.of(new Failure(ErrorCode.RULE_TIMEOUT, sentence)), true);
  }

  private static NodeLine nothing(
      Node node, boolean inventory, Optional<Failure> failure, boolean late) {
    return new NodeLine(
        node,
        inventory,
        true,
        List.of(),
        JSON.arrayNode(),
        failure,
        FieldChanges.none(),
        JSON.arrayNode(),
        late);
  }

  /** The line as JSON. */
  ObjectNode json() {
    var json =
        JSON.objectNode()
            .put("uuid", node.uuid().toString())
            .put("name", node.attributes().name())
            .put("inventory", inventory)
            .put("applies", applies);
    matched.forEach(json.putArray("matched")::add);
    json.set("rules", rules);
    json.set("failure", failure.map(Failure::json).orElse(null));
    json.set("changes", changes);
    json.set("calls", calls);
    return json;
  }
}

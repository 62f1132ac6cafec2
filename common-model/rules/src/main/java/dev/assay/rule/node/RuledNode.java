package dev.assay.rule.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.InspectionFailure;
import dev.assay.node.DerivedFields;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.node.NodeInconsistency;
import dev.assay.storedjson.SecretDocument;

/** A node as rules left it, which must fit together as what a client sets. */
public final class RuledNode {
  private RuledNode() {}

  /**
   * The document of {@code stored} with {@code changes}, fields by their names on the wire, in it;
   * InspectionFailure when there can be no such node, or when a part of what cannot be decrypted is
   * changed: the rest would be lost.
   */
  public static ObjectNode document(NodeAttributes stored, ObjectNode changes) {
    requireReadable(changes, "driver_info", stored.secretDriverInfo());
    requireReadable(changes, "instance_info", stored.secretInstanceInfo());
    var before = NodeDocument.of(stored);
    var after = before.deepCopy();
    after.setAll(changes);
    DerivedFields.apply(before, after);
    NodeInconsistency.in(after)
        .ifPresent(
            problem -> {
              throw refused("%s %s".formatted(problem.field(), problem.why()));
            });
    return after;
  }

  private static void requireReadable(ObjectNode changes, String field, SecretDocument stored) {
    if (changes.has(field)) {
      stored
          .unusable()
          .ifPresent(
              sentence -> {
                throw refused(sentence);
              });
    }
  }

  /** RULE_ACTION_FAILED, as of an action; the trace says which rule set what. */
  public static InspectionFailure refused(String why) {
    return new InspectionFailure(
        ErrorCode.RULE_ACTION_FAILED,
        "Inspection rule action execution failed. Reason: what rules set cannot be: " + why);
  }
}

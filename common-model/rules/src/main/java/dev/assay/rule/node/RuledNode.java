package dev.assay.rule.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.attribute.InvalidValue;
import dev.assay.change.ChangeSet;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.id.NodeId;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.nodeedit.Directory;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.nodeedit.NodeEdit.OnNewDriver;
import dev.assay.portgroup.PortGroup;
import dev.assay.storedjson.SecretDocument;
import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * What inspection rules change of a node and its ports, checked as a change by a client is;
 * InspectionFailure with RULE_ACTION_FAILED for what is refused. Source: spec rules.md 9.
 */
public final class RuledNode {
  /** Why a port is refused whose name is not unique. */
  public static final String PORT_NAME_TAKEN =
      "a rule set a port name that another port already has";

  private RuledNode() {}

  /**
   * The attributes {@code stored} with what hooks and rules changed in them; other properties stay
   * as they are stored. Refused are also changes of a part of what cannot be decrypted: the rest
   * would be lost.
   */
  public static NodeAttributes apply(
      ChangeSet changes, NodeAttributes stored, NodeEdit edit, Directory directory, NodeId node) {
    var attributes = stored.withProperties(changes.applyProperties(stored.properties()));
    var fields = changes.nodeChanges();
    return fields.isEmpty()
        ? attributes
        : change(fields.without("properties"), attributes, edit, directory, node);
  }

  private static NodeAttributes change(
      ObjectNode changes, NodeAttributes stored, NodeEdit edit, Directory directory, NodeId node) {
    requireReadable(changes, "driver_info", stored.secretDriverInfo());
    requireReadable(changes, "instance_info", stored.secretInstanceInfo());
    var after = NodeDocument.of(stored).deepCopy();
    after.setAll(changes);
    var given = new HashSet<String>();
    changes.fieldNames().forEachRemaining(given::add);
    try {
      return edit.change(node, stored, after, given, OnNewDriver.KEEP_ACCEPTED, directory);
    } catch (InvalidValue e) {
      throw refused(e.attribute() + " " + e.why());
    } catch (AssayException e) {
      throw refused(e.sentence());
    }
  }

  /** Refuses a port whose document names a port group that the node does not have. */
  public static void requireGroup(Supplier<List<PortGroup>> ofNode, ObjectNode port) {
    var group = port.path("portgroup_uuid").textValue();
    if (group != null
        && ofNode.get().stream().noneMatch(it -> it.uuid().toString().equals(group))) {
      throw refused(
          "portgroup_uuid of a port names port group %s, which this node does not have"
              .formatted(group));
    }
  }

  /** The failure when a rule sets a name of a port that another port has. */
  public static InspectionFailure portNameTaken() {
    return failed(PORT_NAME_TAKEN);
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

  /** As the failure of an action; the trace says which rule set what. */
  private static InspectionFailure refused(String why) {
    return failed("the values that rules set are not valid: " + why);
  }

  private static InspectionFailure failed(String why) {
    return new InspectionFailure(
        ErrorCode.RULE_ACTION_FAILED, "Inspection rule action execution failed. Reason: " + why);
  }
}

package dev.assay.rule.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.node.Node;
import dev.assay.node.NodeDocument;
import dev.assay.port.Port;
import dev.assay.port.PortDocument;
import dev.assay.port.PortLike;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroupDocument;
import dev.assay.time.IsoTime;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Copies nodes, ports and port groups into the JSON documents that rules see, with the field names
 * of the API. Source: spec rules.md 7.2.
 */
public final class RuleDocuments {
  private RuleDocuments() {}

  /** The data as stored; {@code ports} are those of the node, in the order of creation. */
  public static ChangeSet changeSet(Node node, List<Port> ports, ObjectNode pluginData) {
    var uuid = node.uuid().uuid();
    return new ChangeSet(
        of(node), ports.stream().map(port -> of(port, uuid)).toList(), pluginData.deepCopy());
  }

  /** {@code groups} are those of the node, in the order of creation. */
  public static List<ObjectNode> of(Node node, List<PortGroup> groups) {
    return groups.stream().map(group -> of(group, node.uuid().uuid())).toList();
  }

  private static ObjectNode of(Node node) {
    var document = NodeDocument.of(node.attributes()).deepCopy();
    document.remove("chassis_uuid");
    document.put("uuid", node.uuid().toString());
    document.put("provision_state", node.provisionState().wire());
    var target = node.targetProvisionState();
    document.put("target_provision_state", target == null ? null : target.wire());
    document.put("power_state", node.powerState());
    document.put("target_power_state", node.targetPowerState());
    document.put("last_error", node.lastError());
    document.set("driver_internal_info", node.driverInternalInfo().deepCopy());
    document.put("auto_discovered", node.autoDiscovered());
    node.traits().forEach(document.putArray("traits")::add);
    return withTimestamps(document, node.createdAt(), node.updatedAt());
  }

  private static ObjectNode of(Port port, UUID node) {
    return withStoredFields(PortDocument.of(port.attributes(), node).deepCopy(), port);
  }

  private static ObjectNode of(PortGroup group, UUID node) {
    return withStoredFields(PortGroupDocument.of(group.attributes(), node).deepCopy(), group);
  }

  private static ObjectNode withStoredFields(ObjectNode document, PortLike row) {
    document.put("uuid", row.uuid().toString());
    document.set("internal_info", row.internalInfo().deepCopy());
    return withTimestamps(document, row.createdAt(), row.updatedAt());
  }

  private static ObjectNode withTimestamps(
      ObjectNode document, Instant created, @Nullable Instant updated) {
    document.put("created_at", IsoTime.of(created));
    return document.put("updated_at", updated == null ? null : IsoTime.of(updated));
  }
}

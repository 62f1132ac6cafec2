package dev.assay.rule.subject;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.node.Node;
import dev.assay.node.NodeDocument;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.PortDocument;
import dev.assay.port.PortLike;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroupDocument;
import dev.assay.time.WireTime;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Nodes, ports and port groups as rules see them: copies, with the names on the wire. */
final class Images {
  private Images() {}

  static ObjectNode of(Node node) {
    var image = NodeDocument.of(node.attributes()).deepCopy();
    image.remove("chassis_uuid");
    image.put("uuid", node.uuid().toString());
    image.put("provision_state", node.provisionState().wire());
    var target = node.targetProvisionState();
    image.put("target_provision_state", target == null ? null : target.wire());
    image.put("power_state", node.powerState());
    image.put("target_power_state", node.targetPowerState());
    image.put("last_error", node.lastError());
    image.set("driver_internal_info", node.driverInternalInfo().deepCopy());
    image.put("auto_discovered", node.autoDiscovered());
    node.traits().forEach(image.putArray("traits")::add);
    return dated(image, node.createdAt(), node.updatedAt());
  }

  static ObjectNode of(Port port, UUID node) {
    return identified(PortDocument.of(port.attributes(), node).deepCopy(), port);
  }

  /** Of a port that is not stored yet, and so has no UUID. */
  static ObjectNode of(PortAttributes found, UUID node) {
    var image = PortDocument.of(found, node).deepCopy();
    image.putNull("uuid");
    return dated(image, null, null);
  }

  static ObjectNode of(PortGroup group, UUID node) {
    return identified(PortGroupDocument.of(group.attributes(), node).deepCopy(), group);
  }

  private static ObjectNode identified(ObjectNode image, PortLike row) {
    image.put("uuid", row.uuid().toString());
    image.set("internal_info", row.internalInfo().deepCopy());
    return dated(image, row.createdAt(), row.updatedAt());
  }

  private static ObjectNode dated(
      ObjectNode image, @Nullable Instant created, @Nullable Instant updated) {
    image.put("created_at", created == null ? null : WireTime.of(created));
    return image.put("updated_at", updated == null ? null : WireTime.of(updated));
  }
}

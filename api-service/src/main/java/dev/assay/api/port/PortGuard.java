package dev.assay.api.port;

import dev.assay.api.node.NodeGuard;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Node;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import java.util.Objects;

/** Checks which changes of a port are allowed now. Source: spec api.md 11. */
final class PortGuard {
  private PortGuard() {}

  /**
   * CONFLICT when the state of the node or of the port forbids one of the changes.
   *
   * @param moves whether the port moves to another node
   */
  static void requireAllowed(Node node, Port port, PortAttributes changed, boolean moves) {
    var stored = port.attributes();
    if (!stored.address().equals(changed.address())) {
      requireDetached(port, "address");
    }
    var connectivity =
        moves
            || !stored.localLinkConnection().equals(changed.localLinkConnection())
            || !Objects.equals(stored.portgroupUuid(), changed.portgroupUuid())
            || !Objects.equals(stored.physicalNetwork(), changed.physicalNetwork())
            || stored.pxeEnabled() != changed.pxeEnabled();
    if (connectivity && !NodeGuard.allowsRewiring(node)) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          ("Port %s can not have any connectivity attributes (node_uuid, pxe_enabled,"
                  + " portgroup_uuid, physical_network, local_link_connection) updated unless node"
                  + " %s is in one of %s.")
              .formatted(port.uuid(), node.uuid(), NodeGuard.rewiring()));
    }
  }

  /** CONFLICT while a VIF is attached to the port; {@code what} names what would change. */
  static void requireDetached(Port port, String what) {
    if (port.attributes().extra().hasNonNull("vif_port_id")
        || port.internalInfo().hasNonNull("tenant_vif_port_id")) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Cannot change the %s of port %s while a VIF is attached to it; detach it first."
              .formatted(what, port.uuid()));
    }
  }
}

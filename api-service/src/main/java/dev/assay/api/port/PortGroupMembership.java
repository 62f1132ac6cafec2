package dev.assay.api.port;

import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.port.PortAttributes;
import dev.assay.port.Ports;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroups;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Objects;
import java.util.UUID;

/** Checks which port group a port may belong to. Source: spec api.md 11. */
@ApplicationScoped
class PortGroupMembership {
  private final Ports ports;
  private final PortGroups groups;
  private final Nodes nodes;

  PortGroupMembership(Ports ports, PortGroups groups, Nodes nodes) {
    this.ports = ports;
    this.groups = groups;
    this.nodes = nodes;
  }

  /**
   * Checks that the port may be on {@code node} and in the port group of {@code wanted}:
   * INVALID_PARAMETER for a port group that is unknown or of another node, CONFLICT for one on
   * another physical network. Locks the row of the node, so that the group does not change until
   * the transaction ends.
   */
  void require(UUID port, Node node, PortAttributes wanted) {
    var uuid = wanted.portgroupUuid();
    if (uuid == null) {
      return;
    }
    nodes.findForUpdate(node.uuid());
    var group = groups.find(uuid).orElseThrow(() -> refused(uuid, "which could not be found"));
    if (group.nodeId() != node.id()) {
      throw refused(uuid, "which does not belong to node %s".formatted(node.uuid()));
    }
    requireNetwork(port, group, wanted);
  }

  private static AssayException refused(UUID group, String why) {
    return AttributeType.refused("portgroup_uuid", "names port group %s, %s".formatted(group, why));
  }

  /** All ports of a group must be on one network, or none of them on any. */
  private void requireNetwork(UUID port, PortGroup group, PortAttributes wanted) {
    var network = group.attributes().physicalNetwork();
    var fits =
        network != null
            ? network.equals(wanted.physicalNetwork())
            : ports.inGroup(group.uuid()).stream()
                .filter(other -> !other.uuid().equals(port))
                .allMatch(
                    other ->
                        Objects.equals(
                            other.attributes().physicalNetwork(), wanted.physicalNetwork()));
    if (!fits) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          ("Port %s is on physical network %s, port group %s or its ports are on another one;"
                  + " set the physical_network of the port to theirs first.")
              .formatted(port, Objects.toString(wanted.physicalNetwork(), "none"), group.uuid()));
    }
  }
}

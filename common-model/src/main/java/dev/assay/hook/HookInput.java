package dev.assay.hook;

import dev.assay.inventory.Inventory;
import dev.assay.node.NodeId;
import dev.assay.port.MacAddress;
import java.util.Set;

/**
 * What a hook may look at.
 *
 * @param node whose inspection it is
 * @param inventory as sent, read-only
 * @param portPolicy as configured
 * @param foreignAddresses those MAC addresses of the inventory that are ports of other nodes
 */
public record HookInput(
    NodeId node, Inventory inventory, PortPolicy portPolicy, Set<MacAddress> foreignAddresses) {
  public HookInput {
    foreignAddresses = Set.copyOf(foreignAddresses);
  }
}

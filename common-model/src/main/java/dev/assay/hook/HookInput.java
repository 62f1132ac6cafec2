package dev.assay.hook;

import dev.assay.inventory.Inventory;
import dev.assay.node.NodeId;
import dev.assay.port.MacAddress;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a hook may look at.
 *
 * @param node whose inspection it is
 * @param inventory as sent, read-only
 * @param earlier see {@link #previous}
 * @param foreignAddresses those MAC addresses of the inventory that are ports of other nodes
 */
public record HookInput(
    NodeId node,
    Inventory inventory,
    @Nullable Inventory earlier,
    Set<MacAddress> foreignAddresses) {
  public HookInput {
    foreignAddresses = Set.copyOf(foreignAddresses);
  }

  /**
   * The inventory of the node's last good inspection; empty when there was none, and unless a hook
   * of the list asks for it with {@link InspectionHook#comparesWithPrevious}.
   */
  public Optional<Inventory> previous() {
    return Optional.ofNullable(earlier);
  }
}

package dev.assay.hook;

import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.inventory.Inventory;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The read-only input of a hook.
 *
 * @param node the node that is inspected
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
   * Returns the inventory of the node's last successful inspection; empty when there was none, and
   * unless a configured hook requests it with {@link InspectionHook#comparesWithPrevious}.
   */
  public Optional<Inventory> previous() {
    return Optional.ofNullable(earlier);
  }
}

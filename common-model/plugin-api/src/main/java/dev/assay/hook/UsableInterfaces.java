package dev.assay.hook;

import dev.assay.id.MacAddress;
import dev.assay.inventory.NetworkInterface;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A fact of hook validate-interfaces: the network interfaces with a name and a valid MAC address,
 * and which of them are usable as ports. Source: spec hooks.md 4.
 *
 * @param all one for each name, in the order reported, loopback included
 * @param usable those of them that can become ports, at least one
 */
public record UsableInterfaces(List<Judged> all, List<Judged> usable) implements Fact {
  /**
   * One interface.
   *
   * @param name not empty, unique
   * @param pxeEnabled whether the machine booted from it; false for all when that is unknown
   * @param reported what the ramdisk sent
   */
  public record Judged(
      String name, MacAddress mac, boolean pxeEnabled, NetworkInterface reported) {}

  public UsableInterfaces {
    all = List.copyOf(all);
    usable = List.copyOf(usable);
  }

  /** Returns the addresses of {@code interfaces}; a VLAN has the address of its parent. */
  public static Set<MacAddress> addresses(List<Judged> interfaces) {
    return interfaces.stream().map(Judged::mac).collect(Collectors.toSet());
  }
}

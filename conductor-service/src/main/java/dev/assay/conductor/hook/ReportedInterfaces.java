package dev.assay.conductor.hook;

import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.UsableInterfaces;
import dev.assay.hook.UsableInterfaces.Judged;
import dev.assay.inventory.NetworkInterface;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds the inventory's records of the interfaces that hook validate-interfaces accepted. A ramdisk
 * may report an interface more than once: {@link UsableInterfaces} has the last record of each
 * name, and an address or LLDP may be in another one. Source: spec hooks.md 14 and 16.
 */
final class ReportedInterfaces {
  private ReportedInterfaces() {}

  /** The records with the name of such an interface and a MAC address, in the order reported. */
  static List<Judged> of(HookInput in, Changes out) {
    Map<String, Judged> judged = new HashMap<>();
    out.need(UsableInterfaces.class).all().forEach(nic -> judged.put(nic.name(), nic));
    return in.inventory().interfaces().stream().flatMap(nic -> record(nic, judged)).toList();
  }

  private static Stream<Judged> record(NetworkInterface nic, Map<String, Judged> judged) {
    return nic
        .name()
        .map(judged::get)
        .flatMap(last -> nic.mac().map(mac -> new Judged(last.name(), mac, last.pxeEnabled(), nic)))
        .stream();
  }
}

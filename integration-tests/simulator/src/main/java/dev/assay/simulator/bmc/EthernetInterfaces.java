package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;

/** The EthernetInterface resources (DSP0268). */
final class EthernetInterfaces {
  private EthernetInterfaces() {}

  static Members of(Machine machine) {
    boolean on = machine.powerState() == PowerState.ON;
    return Members.of(
        "EthernetInterface",
        NetworkInterface.of(machine.hardware()).stream().map(nic -> resource(nic, on)).toList());
  }

  private static Resource resource(NetworkInterface nic, boolean on) {
    var resource =
        Resource.of("EthernetInterface", "1_12_1", nic.id(), "Interface " + nic.id())
            .with("MACAddress", nic.macAddress())
            .with("PermanentMACAddress", nic.macAddress())
            .with("LinkStatus", on ? "LinkUp" : "NoLink");
    resource.properties().set("InterfaceEnabled", BooleanNode.TRUE);
    if (nic.reported().hasNonNull("speed_mbps")) {
      resource.with("SpeedMbps", nic.reported().path("speed_mbps").asInt());
    }
    return resource;
  }
}

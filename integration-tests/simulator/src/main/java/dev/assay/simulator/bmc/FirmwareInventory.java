package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.List;

/** The SoftwareInventory resources: firmware of BIOS, BMC and network adapters (DSP0268). */
final class FirmwareInventory {
  private FirmwareInventory() {}

  /** Those of all machines of one BMC. */
  static Members of(List<Machine> machines) {
    var resources = new ArrayList<Resource>();
    var first = machines.getFirst().hardware();
    var bmcPath = Inventory.MANAGERS + "/" + first.bmcId();
    resources.add(
        firmware("BMC", first.manager().path("FirmwareVersion").asText(), bmcPath)
            .with("Manufacturer", first.manufacturer()));
    for (var machine : machines) {
      add(
          machine,
          machine == machines.getFirst() ? "" : machine.hardware().systemId() + ".",
          resources);
    }
    return Members.of("SoftwareInventory", resources);
  }

  private static void add(Machine machine, String prefix, List<Resource> resources) {
    var hardware = machine.hardware();
    var bios = hardware.system().path("BiosVersion").asText();
    resources.add(
        firmware(prefix + "BIOS", bios, machine.systemPath())
            .with("Manufacturer", hardware.manufacturer()));
    int number = 0;
    for (var interfaces : NetworkAdapters.cards(hardware)) {
      number++;
      var adapter = NetworkAdapters.path(machine) + "/" + NetworkAdapters.id(number);
      var first = interfaces.getFirst();
      resources.add(
          firmware(prefix + "NIC." + number, adapterVersion(first), adapter)
              .with("Manufacturer", PciVendor.name(first.vendorId())));
    }
  }

  /** The version for a model of network adapter; ramdisks do not report it. */
  static String adapterVersion(NetworkInterface nic) {
    return switch (nic.vendorId()) {
      case "14e4" -> "22.91.5";
      case "15b3" -> "20.39.3004";
      case "8086" -> "9.20";
      default -> "1.0";
    };
  }

  private static Resource firmware(String id, String version, String component) {
    var resource =
        Resource.of("SoftwareInventory", "1_11_0", id, "Firmware of " + id)
            .with("Version", version)
            .withLinks("RelatedItem", List.of(component));
    resource.properties().set("Updateable", BooleanNode.TRUE);
    return resource;
  }
}

package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.List;

/** The SoftwareInventory resources: firmware of BIOS, BMC and network adapters (DSP0268). */
final class FirmwareInventory {
  private FirmwareInventory() {}

  static Members of(Machine machine) {
    var hardware = machine.hardware();
    var bmcPath = Inventory.MANAGERS + "/" + hardware.bmcId();
    var resources = new ArrayList<Resource>();
    resources.add(
        firmware("BIOS", hardware.system().path("BiosVersion").asText(), machine.systemPath())
            .with("Manufacturer", hardware.manufacturer()));
    resources.add(
        firmware("BMC", hardware.manager().path("FirmwareVersion").asText(), bmcPath)
            .with("Manufacturer", hardware.manufacturer()));
    int number = 0;
    for (var interfaces : NetworkAdapters.cards(hardware)) {
      number++;
      var id = NetworkAdapters.id(number);
      var first = interfaces.getFirst();
      resources.add(
          firmware("NIC." + number, adapterVersion(first), NetworkAdapters.PATH + "/" + id)
              .with("Manufacturer", PciVendor.name(first.vendorId())));
    }
    return Members.of("SoftwareInventory", resources);
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

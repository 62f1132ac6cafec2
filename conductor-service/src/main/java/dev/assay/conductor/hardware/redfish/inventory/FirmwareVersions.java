package dev.assay.conductor.hardware.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** The firmware of all components. Source: DSP0268 SoftwareInventory. */
final class FirmwareVersions {
  private FirmwareVersions() {}

  /** Plugin data {@code firmware}. */
  static ArrayNode read(Resources bmc, Resource root) {
    var list = JsonNodeFactory.instance.arrayNode();
    var service = root.link("UpdateService").flatMap(bmc::find);
    if (service.isPresent()) {
      for (var reported : bmc.members(service.get(), "FirmwareInventory")) {
        var firmware = list.addObject();
        firmware.put("id", reported.id().orElse(null));
        reported.copyText("Name", firmware, "name");
        reported.copyText("Version", firmware, "version");
        reported.copyText("Manufacturer", firmware, "manufacturer");
        firmware.put("updateable", reported.isTrue("Updateable"));
      }
    }
    return list;
  }
}

package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.redfish.client.RedfishClient;
import java.util.Map;
import java.util.TreeMap;

/** The firmware of all components. Source: DSP0268 SoftwareInventory. */
public final class FirmwareVersions {
  private static final int MOST_MANAGERS = 4;

  private FirmwareVersions() {}

  /** The versions of {@code bios} and {@code bmc} of the system at {@code path}, if reported. */
  public static Map<String, String> main(RedfishClient client, String path) {
    var system = new Resource(client.require(path));
    var versions = new TreeMap<String, String>();
    system.text("BiosVersion").ifPresent(version -> versions.put("bios", version));
    system.object("Links").objects("ManagedBy").stream()
        .limit(MOST_MANAGERS)
        .flatMap(manager -> manager.path().stream())
        .flatMap(manager -> client.find(manager).map(Resource::new).stream())
        .flatMap(manager -> manager.text("FirmwareVersion").stream())
        .findFirst()
        .ifPresent(version -> versions.put("bmc", version));
    return versions;
  }

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

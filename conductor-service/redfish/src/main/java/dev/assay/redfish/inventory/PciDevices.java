package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/**
 * The PCI functions of a system. Newer BMCs have the devices in collections of the chassis, which
 * may hold those of several systems; the system lists its own. Source: DSP0268 PCIeDevice.
 */
final class PciDevices {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private PciDevices() {}

  /** Member {@code pci_devices} of inventory and plugin data, ids as in the ramdisk's. */
  static ArrayNode read(Resources bmc, Resource system, List<Resource> chassis) {
    var list = JSON.arrayNode();
    devices(bmc, system, chassis).stream()
        .flatMap(device -> functions(bmc, device).stream())
        .filter(function -> function.text("VendorId").isPresent())
        .forEach(function -> list.add(function(function)));
    return list;
  }

  private static List<Resource> devices(Resources bmc, Resource system, List<Resource> chassis) {
    var own = new HashSet<String>();
    system.objects("PCIeDevices").forEach(link -> link.path().ifPresent(own::add));
    var devices = new ArrayList<Resource>();
    chassis.stream()
        .flatMap(one -> bmc.members(one, "PCIeDevices").stream())
        .filter(device -> own.isEmpty() || device.path().map(own::remove).orElse(false))
        .forEach(devices::add);
    own.stream().sorted().flatMap(path -> bmc.find(path).stream()).forEach(devices::add);
    return devices;
  }

  private static List<Resource> functions(Resources bmc, Resource device) {
    var functions = bmc.members(device, "PCIeFunctions");
    return functions.isEmpty() ? bmc.members(device.object("Links"), "PCIeFunctions") : functions;
  }

  private static ObjectNode function(Resource reported) {
    var function = JSON.objectNode();
    copyHex(reported, "ClassCode", function, "class");
    copyHex(reported, "VendorId", function, "vendor_id");
    copyHex(reported, "DeviceId", function, "product_id");
    copyHex(reported, "SubsystemVendorId", function, "subsystem_vendor_id");
    copyHex(reported, "SubsystemId", function, "subsystem_id");
    copyHex(reported, "RevisionId", function, "revision");
    return function;
  }

  /** Redfish writes 0x8086, the ramdisk 8086. */
  private static void copyHex(Resource from, String name, ObjectNode into, String to) {
    into.put(
        to,
        from.text(name)
            .map(text -> text.toLowerCase(Locale.ROOT))
            .map(text -> text.startsWith("0x") ? text.substring(2) : text)
            .orElse(null));
  }
}

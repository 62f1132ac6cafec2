package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.Hardware;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A PCI device of a machine.
 *
 * @param slot domain, bus and device, such as {@code 0000:19:00}
 * @param functions as the ramdisk reports them in {@code pci_devices}; at least one
 */
record PciDevice(String slot, List<JsonNode> functions) {

  /** All devices that the ramdisk reports; none if it lacks the collector for them. */
  static List<PciDevice> of(Hardware hardware) {
    var bySlot = new LinkedHashMap<String, List<JsonNode>>();
    for (var function : hardware.reported("pci_devices")) {
      var bus = function.path("bus").asText();
      var slot = bus.substring(0, bus.lastIndexOf('.'));
      bySlot.computeIfAbsent(slot, _ -> new ArrayList<>()).add(function);
    }
    return bySlot.entrySet().stream()
        .map(each -> new PciDevice(each.getKey(), each.getValue()))
        .toList();
  }

  String id() {
    return slot.replace(':', '-');
  }

  String manufacturer() {
    return PciVendor.name(first("vendor_id"));
  }

  /** Vendor and product of the first function, such as {@code 10de:26b9}. */
  String model() {
    return first("vendor_id") + ":" + first("product_id");
  }

  /** True for 3D controllers and processing accelerators, but not for the graphics of the BMC. */
  boolean isAccelerator() {
    return first("class").startsWith("0302") || first("class").startsWith("12");
  }

  private String first(String property) {
    return functions.getFirst().path(property).asText();
  }
}

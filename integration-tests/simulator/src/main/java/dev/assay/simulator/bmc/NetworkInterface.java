package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.Hardware;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A physical network interface of a machine.
 *
 * @param id {@code NIC.1} and so on, in the order in which the ramdisk reports them
 * @param reported what the ramdisk reports of it
 */
record NetworkInterface(String id, JsonNode reported) {

  /** All interfaces but those of VLANs, which have the MAC of another one. */
  static List<NetworkInterface> of(Hardware hardware) {
    var seen = new HashSet<String>();
    var interfaces = new ArrayList<NetworkInterface>();
    for (var reported : hardware.reported("inventory/interfaces")) {
      if (seen.add(reported.path("mac_address").asText())) {
        interfaces.add(new NetworkInterface("NIC." + seen.size(), reported));
      }
    }
    return interfaces;
  }

  String macAddress() {
    return reported.path("mac_address").asText();
  }

  /** PCI vendor and product, such as {@code 14e4:16d7}. */
  String model() {
    return hex("vendor") + ":" + hex("product");
  }

  String vendorId() {
    return hex("vendor");
  }

  /** What the ports of one card have in common: the slot, or else the model. */
  String card() {
    var address = reported.path("pci_address").asText("");
    return address.contains(".") ? address.substring(0, address.lastIndexOf('.')) : model();
  }

  private String hex(String property) {
    var text = reported.path(property).asText();
    return text.startsWith("0x") ? text.substring(2) : text;
  }
}

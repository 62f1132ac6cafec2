package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.hook.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A PCI device as the collector pci-devices sends it. Source: spec ramdisk.md 5.
 *
 * @param vendor as sent, usually four hexadecimal digits, lower case, without prefix
 * @param product as sent, in the same form
 */
record PciDevice(String vendor, String product, Optional<String> bus) {
  /**
   * Reads the devices of plugin data {@code pci_devices}, in order; empty, with a warning that ends
   * in {@code consequence}, when there are none. Records without vendor and product are skipped.
   */
  static List<PciDevice> reported(Changes out, String consequence) {
    var sent = out.pluginData("pci_devices");
    List<PciDevice> devices = new ArrayList<>();
    for (var device : sent) {
      parse(device).ifPresent(devices::add);
    }
    if (devices.isEmpty()) {
      out.warn(
          (sent.isEmpty() ? "The ramdisk sent no PCI devices: " : "No PCI device has its IDs: ")
              + consequence);
    } else if (devices.size() < sent.size()) {
      out.warn(
          "%d of %d PCI devices have no vendor_id and product_id and are left out."
              .formatted(sent.size() - devices.size(), sent.size()));
    }
    return devices;
  }

  private static Optional<PciDevice> parse(JsonNode sent) {
    var vendor = sent.path("vendor_id");
    var product = sent.path("product_id");
    return vendor.isTextual() && product.isTextual()
        ? Optional.of(
            new PciDevice(
                vendor.textValue(),
                product.textValue(),
                Optional.ofNullable(sent.path("bus").textValue())))
        : Optional.empty();
  }
}

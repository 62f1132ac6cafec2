package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** PCI devices that every server has many of. */
public final class PciDevices {
  private PciDevices() {}

  /**
   * The n-th port of a PCI bridge as the collector {@code pci-devices} reports it (spec/ramdisk.md
   * 5); no two numbers below 50,000 share an address.
   */
  public static ObjectNode bridge(int number) {
    int domain = number / 1024;
    int slot = number % 1024;
    var bus =
        String.format(
            Locale.ROOT, "%04x:%02x:%02x.%x", domain, slot / 32, (slot % 32) / 4 + 8, slot % 4);
    return JsonNodeFactory.instance
        .objectNode()
        .put("vendor_id", "8086")
        .put("product_id", "347%x".formatted(number % 16))
        .put("class", "060400")
        .put("revision", "04")
        .put("bus", bus)
        .put("numa_node_id", slot < 512 ? "0" : "1");
  }
}

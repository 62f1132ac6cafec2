package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** The output of the collector {@code pci-devices} (spec/ramdisk.md 5). */
public final class PciDevices {
  private final ArrayNode devices = JsonNodeFactory.instance.arrayNode();
  private int nextBridge;

  PciDevices() {}

  PciDevices nic(Nic nic) {
    var adapter = nic.adapter();
    var bus = nic.pciAddress();
    if (adapter != null && bus != null) {
      devices.add(device(adapter.vendor(), adapter.product(), "020000", "01", bus, "0"));
    }
    return this;
  }

  PciDevices add(String vendor, String product, String deviceClass, String bus) {
    var numaNode = bus.compareTo("0000:80") < 0 ? "0" : "1";
    devices.add(device(vendor, product, deviceClass, "a1", bus, numaNode));
    return this;
  }

  /**
   * Adds ports of PCI bridges, of which every server has many, until there are {@code count}
   * devices.
   */
  PciDevices fillTo(int count) {
    while (devices.size() < count) {
      devices.add(bridge(nextBridge++));
    }
    return this;
  }

  ArrayNode json() {
    return devices;
  }

  /** The n-th port of a PCI bridge; no two numbers below 50,000 share an address. */
  public static ObjectNode bridge(int number) {
    int domain = number / 1024;
    int slot = number % 1024;
    var bus =
        String.format(
            Locale.ROOT, "%04x:%02x:%02x.%x", domain, slot / 32, (slot % 32) / 4 + 8, slot % 4);
    return device(
        "8086", "347%x".formatted(number % 16), "060400", "04", bus, slot < 512 ? "0" : "1");
  }

  private static ObjectNode device(
      String vendor, String product, String deviceClass, String revision, String bus, String numa) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("vendor_id", vendor)
        .put("product_id", product)
        .put("class", deviceClass)
        .put("revision", revision)
        .put("bus", bus)
        .put("numa_node_id", numa);
  }
}

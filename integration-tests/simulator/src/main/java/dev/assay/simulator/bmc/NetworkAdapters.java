package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The NetworkAdapter resources with their ports (DSP0268). A port has the id of its
 * EthernetInterface.
 */
final class NetworkAdapters {
  private NetworkAdapters() {}

  /** The path of the collection. */
  static String path(Machine machine) {
    return machine.chassisPath() + "/NetworkAdapters";
  }

  static Members of(Machine machine) {
    var hardware = machine.hardware();
    var announcements = hardware.reported("lldp_raw");
    var resources = new ArrayList<Resource>();
    for (var interfaces : cards(hardware)) {
      resources.add(adapter(resources.size() + 1, interfaces, announcements));
    }
    return Members.of("NetworkAdapter", resources);
  }

  /** The interfaces of each card. */
  static List<List<NetworkInterface>> cards(Hardware hardware) {
    var cards = new LinkedHashMap<String, List<NetworkInterface>>();
    for (var nic : NetworkInterface.of(hardware)) {
      cards.computeIfAbsent(nic.card(), _ -> new ArrayList<>()).add(nic);
    }
    return List.copyOf(cards.values());
  }

  static String id(int number) {
    return "Adapter." + number;
  }

  private static Resource adapter(
      int number, List<NetworkInterface> interfaces, JsonNode announcements) {
    var first = interfaces.getFirst();
    var ports = interfaces.stream().map(nic -> port(nic, announcements)).toList();
    var resource =
        Resource.of("NetworkAdapter", "1_11_0", id(number), "Network adapter " + number)
            .with("Manufacturer", PciVendor.name(first.vendorId()))
            .with("Model", first.model())
            .with("Ports", Members.of("Port", ports));
    resource
        .properties()
        .putArray("Controllers")
        .addObject()
        .put("FirmwarePackageVersion", FirmwareInventory.adapterVersion(first));
    return resource;
  }

  private static Resource port(NetworkInterface nic, JsonNode announcements) {
    var reported = nic.reported();
    var resource =
        Resource.of("Port", "1_14_0", nic.id(), "Port " + nic.id())
            .with("LinkNetworkTechnology", "Ethernet")
            .with("LinkState", "Enabled")
            .with("LinkStatus", reported.path("has_carrier").asBoolean() ? "LinkUp" : "LinkDown");
    if (reported.hasNonNull("speed_mbps")) {
      resource.properties().put("CurrentSpeedGbps", reported.path("speed_mbps").asInt() / 1000.0);
    }
    var ethernet = resource.properties().putObject("Ethernet");
    ethernet.putArray("AssociatedMACAddresses").add(nic.macAddress());
    ethernet.put("LLDPEnabled", true);
    // Old ramdisks report LLDP within the interface, newer ones apart from it.
    var name = reported.path("name").asText();
    var announced = announcements.has(name) ? announcements.path(name) : reported.path("lldp");
    if (!announced.isEmpty()) {
      ethernet.set("LLDPReceive", Neighbour.json(announced));
    }
    return resource;
  }
}

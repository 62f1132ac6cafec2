package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.MacAddress;
import dev.assay.inventory.Inventory;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The network interfaces of a system. Source: DSP0268 EthernetInterface. */
final class NetworkInterfaces {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private NetworkInterfaces() {}

  /**
   * Member {@code interfaces} of the inventory: those that are enabled and have a MAC address, the
   * same that become ports before a ramdisk is booted.
   */
  static ArrayNode read(Resources bmc, Resource system) {
    var interfaces = JSON.arrayNode();
    bmc.members(system, "EthernetInterfaces").stream()
        .filter(Resource::isEnabled)
        .flatMap(nic -> read(nic, interfaces.size()).stream())
        .limit(Inventory.MOST_INTERFACES)
        .forEach(interfaces::add);
    return interfaces;
  }

  private static Optional<ObjectNode> read(Resource nic, int number) {
    return mac(nic)
        .map(
            mac -> {
              var fields = JSON.objectNode();
              fields.put("name", nic.id().orElse("interface-" + number));
              fields.put("mac_address", mac.text());
              fields.put("ipv4_address", address(nic, "IPv4Addresses").orElse(null));
              fields.put("ipv6_address", address(nic, "IPv6Addresses").orElse(null));
              nic.copyWhole("SpeedMbps", fields, "speed_mbps");
              nic.text("LinkStatus")
                  .ifPresent(status -> fields.put("has_carrier", status.equals("LinkUp")));
              return fields;
            });
  }

  /** The permanent address, else the configured one. */
  private static Optional<MacAddress> mac(Resource nic) {
    return Stream.of("PermanentMACAddress", "MACAddress")
        .flatMap(name -> nic.text(name).stream())
        .flatMap(text -> MacAddress.parse(text).stream())
        .filter(MacAddress::individual)
        .findFirst();
  }

  private static Optional<String> address(Resource nic, String member) {
    return nic.objects(member).stream()
        .flatMap(entry -> entry.text("Address").stream())
        .filter(NetworkInterfaces::isUsable)
        .findFirst();
  }

  /** Many BMCs report 0.0.0.0 and :: for "none". */
  private static boolean isUsable(String text) {
    try {
      return !InetAddress.ofLiteral(text).isAnyLocalAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** Plugin data {@code parsed_lldp}: what the ports know of their switches, by port id. */
  static ObjectNode neighbours(Resources bmc, List<Resource> chassis) {
    var all = JSON.objectNode();
    for (var one : chassis) {
      for (var adapter : bmc.members(one, "NetworkAdapters")) {
        for (var port : bmc.members(adapter, "Ports")) {
          var received = port.object("Ethernet").object("LLDPReceive");
          if (!received.isEmpty()) {
            all.set(key(all, adapter, port), neighbour(received));
          }
        }
      }
    }
    return all;
  }

  /** The id of the port; on many BMCs the ports of each adapter begin at 1. */
  private static String key(ObjectNode taken, Resource adapter, Resource port) {
    var id = port.id().orElse("");
    return taken.has(id) ? adapter.id().orElse("") + "/" + id : id;
  }

  private static ObjectNode neighbour(Resource received) {
    var keys = JSON.objectNode();
    received.text("ChassisId").ifPresent(it -> keys.put("switch_chassis_id", it));
    received.text("PortId").ifPresent(it -> keys.put("switch_port_id", it));
    received.text("SystemName").ifPresent(it -> keys.put("switch_system_name", it));
    received.text("SystemDescription").ifPresent(it -> keys.put("switch_system_description", it));
    received.copyWhole("ManagementVlanId", keys, "switch_vlan_id");
    return keys;
  }
}

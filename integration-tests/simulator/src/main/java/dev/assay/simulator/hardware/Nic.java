package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One network interface as the ramdisk reports it (spec/ramdisk.md 3.2).
 *
 * @param ipv4 null: none
 * @param ipv6 null: none; link-local addresses have the scope {@code %name}
 * @param adapter null for VLAN interfaces, which have no device
 * @param pciAddress null if {@code adapter} is null
 */
record Nic(
    String name,
    String mac,
    @Nullable String ipv4,
    @Nullable String ipv6,
    boolean carrier,
    @Nullable Adapter adapter,
    @Nullable String pciAddress) {

  /**
   * The network device of an interface.
   *
   * @param vendor PCI identifier without prefix, such as {@code 8086}
   * @param speedMbps null if the driver does not report it
   */
  record Adapter(String vendor, String product, @Nullable Integer speedMbps, String driver) {}

  /** An interface with carrier but without addresses. */
  static Nic of(String name, String mac, Adapter adapter, String pciAddress) {
    return new Nic(name, mac, null, null, true, adapter, pciAddress);
  }

  Nic withIpv4(String address) {
    return new Nic(name, mac, address, ipv6, carrier, adapter, pciAddress);
  }

  Nic withLinkLocal() {
    return new Nic(name, mac, ipv4, linkLocal(name), carrier, adapter, pciAddress);
  }

  Nic withoutCarrier() {
    return new Nic(name, mac, null, null, false, adapter, pciAddress);
  }

  /** A VLAN interface on this interface, with the same MAC. */
  Nic vlan(int id) {
    var vlanName = name + "." + id;
    return new Nic(vlanName, mac, null, linkLocal(vlanName), carrier, null, null);
  }

  boolean physical() {
    return adapter != null;
  }

  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("name", name).put("mac_address", mac);
    json.put("ipv4_address", ipv4).put("ipv6_address", ipv6);
    json.put("has_carrier", carrier).putNull("lldp");
    json.put("vendor", adapter == null ? null : "0x" + adapter.vendor());
    json.put("product", adapter == null ? null : "0x" + adapter.product());
    json.putNull("client_id").putNull("biosdevname");
    json.put("speed_mbps", adapter == null ? null : adapter.speedMbps());
    json.put("pci_address", pciAddress);
    return json.put("driver", adapter == null ? null : adapter.driver());
  }

  /** The JSON that a ramdisk of about 2017 reports (spec/ramdisk.md 9). */
  ObjectNode oldJson(@Nullable ArrayNode lldp) {
    var json = json();
    json.set("lldp", lldp == null ? JsonNodeFactory.instance.nullNode() : lldp);
    json.remove("ipv6_address");
    json.remove("biosdevname");
    json.remove("speed_mbps");
    json.remove("pci_address");
    json.remove("driver");
    return json;
  }

  /** The link-local address: EUI-64 of the MAC below fe80::/64 (RFC 4291, appendix A). */
  private String linkLocal(String scope) {
    long bits = Long.parseLong(mac.replace(":", ""), 16);
    long high = bits >> 24;
    long low = bits & 0xffffff;
    return String.format(
        Locale.ROOT,
        "fe80::%x:%x:%x:%x%%%s",
        (high >> 8) ^ 0x0200,
        ((high & 0xff) << 8) | 0xff,
        0xfe00 | (low >> 16),
        low & 0xffff,
        scope);
  }
}

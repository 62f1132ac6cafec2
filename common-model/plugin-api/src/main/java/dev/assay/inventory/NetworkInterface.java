package dev.assay.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.MacAddress;
import java.util.Optional;

/** A read-only view of a reported network interface. Source: ramdisk.md 3.2. */
public final class NetworkInterface {
  private final JsonNode json;

  /** {@code json} is an object, never changed afterwards. */
  NetworkInterface(JsonNode json) {
    this.json = json;
  }

  /** Returns a copy of a field as it was sent; a missing node when there is none. */
  public JsonNode member(String name) {
    return json.path(name).deepCopy();
  }

  /** The kernel's name; empty when there is none. */
  public Optional<String> name() {
    return text("name");
  }

  /** The MAC address as it was sent, valid or not; empty when there is none. */
  public Optional<String> reportedMac() {
    return text("mac_address");
  }

  /** The MAC address if it is valid. */
  public Optional<MacAddress> mac() {
    return reportedMac().flatMap(MacAddress::parse);
  }

  /** The IPv4 address, without prefix length. */
  public Optional<String> ipv4() {
    return text("ipv4_address");
  }

  /** The IPv6 address, without prefix length and without the scope after {@code %}. */
  public Optional<String> ipv6() {
    return text("ipv6_address").map(NetworkInterface::withoutScope).filter(ip -> !ip.isEmpty());
  }

  /** The IPv4 address, else the IPv6 one. */
  public Optional<String> ip() {
    return ipv4().or(this::ipv6);
  }

  /** The DHCP client identifier of InfiniBand. */
  public Optional<String> clientId() {
    return text("client_id");
  }

  /** Returns a copy of all fields. */
  public ObjectNode copy() {
    return json.deepCopy();
  }

  private Optional<String> text(String field) {
    var value = json.path(field);
    return value.isTextual() && !value.textValue().isEmpty()
        ? Optional.of(value.textValue())
        : Optional.empty();
  }

  private static String withoutScope(String ip) {
    var scope = ip.indexOf('%');
    return scope < 0 ? ip : ip.substring(0, scope);
  }
}

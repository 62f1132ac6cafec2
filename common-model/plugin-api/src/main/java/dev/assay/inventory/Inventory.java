package dev.assay.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.id.MacAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A read-only view of the inventory that a ramdisk sent. Unknown members are kept; values of a
 * wrong type count as absent. Source: spec ramdisk.md 3.
 */
public final class Inventory {
  /**
   * Maximum number of network interfaces, more than any machine has; a machine with more is not
   * inspected.
   */
  public static final int MOST_INTERFACES = 1000;

  private static final Set<String> NO_ADDRESS = Set.of("", "0.0.0.0", "::/0", "::");

  private final JsonNode sent;

  /** {@code sent} is an object, never changed afterwards. */
  public Inventory(JsonNode sent) {
    this.sent = sent;
  }

  /** Returns a copy of a member as it was sent; a missing node when there is none. */
  public JsonNode member(String name) {
    return sent.path(name).deepCopy();
  }

  /** True when {@code interfaces} is present and an array. */
  public boolean hasInterfaces() {
    return sent.path("interfaces").isArray();
  }

  /** In the order reported; elements that are not objects are left out. */
  public List<NetworkInterface> interfaces() {
    return StreamSupport.stream(sent.path("interfaces").spliterator(), false)
        .filter(JsonNode::isObject)
        .map(NetworkInterface::new)
        .toList();
  }

  /** In the order reported; elements that are not objects are left out. */
  public List<Disk> disks() {
    var disks = sent.path("disks");
    return disks.isArray()
        ? disks.valueStream().filter(JsonNode::isObject).map(Disk::new).toList()
        : List.of();
  }

  /** The architecture, when it is a non-empty text. */
  public Optional<String> architecture() {
    return text(sent.path("cpu").path("architecture"));
  }

  /**
   * The MAC address of the interface the machine booted from, lower case: as given with colons, or
   * after pxelinux's hardware type. It need not be valid. Source: hooks.md 4.
   */
  public Optional<String> pxeMac() {
    return text(sent.path("boot").path("pxe_interface"))
        .map(given -> given.contains("-") ? withoutHardwareType(given) : given)
        .map(mac -> mac.toLowerCase(Locale.ROOT))
        .filter(mac -> !mac.isEmpty());
  }

  /** The BMC's addresses, IPv4 first, placeholders for "none" left out. */
  public List<String> bmcAddresses() {
    return List.of("bmc_address", "bmc_v6address").stream()
        .flatMap(name -> text(sent.path(name)).stream())
        .filter(address -> !NO_ADDRESS.contains(address))
        .toList();
  }

  /** The valid MAC addresses of the interfaces, without repetition, in order. */
  public List<MacAddress> macs() {
    return interfaces().stream().flatMap(nic -> nic.mac().stream()).distinct().toList();
  }

  private static String withoutHardwareType(String given) {
    return given.substring(given.indexOf('-') + 1).replace('-', ':');
  }

  private static Optional<String> text(JsonNode value) {
    return value.isTextual() && !value.textValue().isEmpty()
        ? Optional.of(value.textValue())
        : Optional.empty();
  }
}

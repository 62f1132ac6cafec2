package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The hardware of one generated machine; the same kind, seed and index always give the same.
 *
 * <p>MACs are lower case and unicast, and no MAC is used twice within a seed, BMCs included.
 */
public final class Hardware {
  /** The maximum number of distinct machines per seed. */
  public static final int MAX_MACHINES = Identity.MAX_MACHINES;

  private final HardwareKind kind;
  private final BmcKind bmcKind;
  private final Template template;
  private final Identity identity;
  private final @Nullable Hardware bmcOwner;
  private final int slot;

  private Hardware(
      HardwareKind kind,
      BmcKind bmcKind,
      Identity identity,
      @Nullable Hardware bmcOwner,
      int slot) {
    this.kind = kind;
    this.bmcKind = bmcKind;
    this.template = Template.of(kind);
    this.identity = identity;
    this.bmcOwner = bmcOwner;
    this.slot = slot;
  }

  /** A machine with a generic BMC. */
  public static Hardware of(HardwareKind kind, long seed, int index) {
    return of(kind, BmcKind.GENERIC, seed, index);
  }

  /**
   * Generates a machine.
   *
   * @param index 0 to {@link #MAX_MACHINES} - 1
   * @throws IllegalArgumentException if the index is out of range
   * @throws IllegalStateException if the template of the kind is wrong
   */
  public static Hardware of(HardwareKind kind, BmcKind bmcKind, long seed, int index) {
    return new Hardware(kind, bmcKind, new Identity(seed, index), null, 1);
  }

  /**
   * Generates another machine of a chassis with one BMC for all. The BMC is that of {@code first};
   * only what the ramdisk reports of it differs.
   *
   * @param slot 2 or more; each machine of the chassis has its own
   */
  public static Hardware sharingBmc(
      Hardware first, int slot, HardwareKind kind, long seed, int index) {
    return new Hardware(kind, first.bmcKind, new Identity(seed, index), first, slot);
  }

  public HardwareKind kind() {
    return kind;
  }

  public BmcKind bmcKind() {
    return bmcKind;
  }

  public String serial() {
    return template.fill("bmc/system/SerialNumber", identity).asText();
  }

  public UUID uuid() {
    return identity.uuid();
  }

  public String manufacturer() {
    return bmcKind
        .manufacturer()
        .orElseGet(() -> template.fill("bmc/system/Manufacturer", identity).asText());
  }

  /** Last part of the system's path on the BMC. */
  public String systemId() {
    var id = bmcKind.systemId().orElseGet(() -> template.fill("bmc/system/Id", identity).asText());
    return slot == 1 ? id : id + "-" + slot;
  }

  /** Last part of the chassis' path on the BMC. */
  public String chassisId() {
    return String.valueOf(slot);
  }

  /** Last part of the path of the BMC's own resource. */
  public String bmcId() {
    if (bmcOwner != null) {
      return bmcOwner.bmcId();
    }
    return bmcKind.bmcId().orElseGet(() -> template.fill("bmc/manager/Id", identity).asText());
  }

  /** A fresh copy of the BMC's ComputerSystem resource, without name, state and links. */
  public ObjectNode system() {
    return template
        .fillObject("bmc/system", identity)
        .put("Id", systemId())
        .put("Manufacturer", manufacturer());
  }

  /** A fresh copy of the BMC's Manager resource, without name, state and links. */
  public ObjectNode manager() {
    return template.fillObject("bmc/manager", identity).put("Id", bmcId());
  }

  /** A fresh copy of the BMC's Chassis resource, without name, state and links. */
  public ObjectNode chassis() {
    return template.fillObject("bmc/chassis", identity).put("Id", chassisId());
  }

  /** A fresh copy of what the BMC's Memory resources have in common. */
  public ObjectNode memoryModule() {
    return template.fillObject("bmc/memory", identity);
  }

  /** The BMC's MAC, if the ramdisk reports it. */
  public Optional<String> bmcMacAddress() {
    return template.find("payload/inventory/bmc_mac", identity).map(JsonNode::asText);
  }

  /**
   * MACs of the physical interfaces in the order in which the ramdisk reports them; VLAN interfaces
   * have that of their parent.
   */
  public List<String> macAddresses() {
    return template
        .fill("payload/inventory/interfaces", identity)
        .valueStream()
        .map(nic -> nic.path("mac_address").asText())
        .distinct()
        .toList();
  }

  /** IPv4 address of the boot interface while the ramdisk runs. */
  public String address() {
    return identity.address();
  }

  /** A password for the BMC, 12 characters. */
  public String bmcPassword() {
    return bmcOwner == null ? identity.hex("password", 12) : bmcOwner.bmcPassword();
  }

  /** Random lower-case hexadecimal digits, always the same for the same purpose. */
  public String hex(String purpose, int digits) {
    return identity.hex(purpose, digits);
  }

  /**
   * A fresh copy of one part of the callback body; cheaper than the whole.
   *
   * @param path names of members, such as {@code inventory/interfaces}
   * @return a missing node if the ramdisk does not report it
   */
  public JsonNode reported(String path) {
    return template.find("payload/" + path, identity).orElseGet(MissingNode::getInstance);
  }

  /** A fresh copy of the callback body; the caller may change it. */
  public ObjectNode payload() {
    return template.fillObject("payload", identity);
  }
}

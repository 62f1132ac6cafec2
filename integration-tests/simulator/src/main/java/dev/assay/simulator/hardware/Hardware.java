package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;

/**
 * The hardware of one generated machine; the same kind, seed and index always give the same.
 *
 * <p>MACs are lower case and unicast, and no MAC is used twice within a seed, BMCs included.
 */
public final class Hardware {
  /** The maximum number of distinct machines per seed. */
  public static final int MAX_MACHINES = Identity.MAX_MACHINES;

  private final HardwareKind kind;
  private final Blueprint blueprint;
  private final Identity identity;

  private Hardware(HardwareKind kind, Identity identity) {
    this.kind = kind;
    this.blueprint = Blueprint.of(kind);
    this.identity = identity;
  }

  /**
   * Generates a machine.
   *
   * @param index 0 to {@link #MAX_MACHINES} - 1
   * @throws IllegalArgumentException if the index is out of range
   */
  public static Hardware of(HardwareKind kind, long seed, int index) {
    return new Hardware(kind, new Identity(seed, index));
  }

  public HardwareKind kind() {
    return kind;
  }

  public String serial() {
    return blueprint.serial(identity);
  }

  public UUID uuid() {
    return identity.uuid();
  }

  public String manufacturer() {
    return blueprint.sheet().manufacturer();
  }

  public String model() {
    return blueprint.sheet().model();
  }

  public String firmwareVersion() {
    return blueprint.sheet().firmware().version();
  }

  /** Last part of the system's path on the BMC. */
  public String systemId() {
    return blueprint.sheet().systemId();
  }

  /** Last part of the path of the BMC's own resource. */
  public String bmcId() {
    return blueprint.sheet().bmcId();
  }

  public String bmcMacAddress() {
    return identity.mac(blueprint.sheet().bmcPrefix(), Identity.BMC_SLOT);
  }

  /** MACs of the physical interfaces in the order in which the ramdisk reports them. */
  public List<String> macAddresses() {
    return blueprint.nics(identity).stream().filter(Nic::physical).map(Nic::mac).toList();
  }

  /** Installed memory in GiB. */
  public long memoryGib() {
    return blueprint.memory(identity) / 1024;
  }

  public String processorModel() {
    return blueprint.sheet().cpu().model();
  }

  public int sockets() {
    return blueprint.sheet().cpu().sockets();
  }

  public int logicalProcessors() {
    return blueprint.sheet().cpu().count();
  }

  /** IPv4 address of the boot interface while the ramdisk runs. */
  public String address() {
    return identity.address();
  }

  /** A password for the BMC, 12 characters. */
  public String bmcPassword() {
    return identity.hex("password", 12);
  }

  /** A fresh copy of the callback body; the caller may change it. */
  public ObjectNode payload() {
    return blueprint.payload(identity);
  }
}

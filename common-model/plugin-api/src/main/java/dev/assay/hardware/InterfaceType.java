package dev.assay.hardware;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The hardware interfaces of a node, with the API version that introduced each. Source: api.md 9.1.
 */
public enum InterfaceType {
  BIOS(40),
  BOOT(31),
  CONSOLE(31),
  DEPLOY(31),
  FIRMWARE(86),
  INSPECT(31),
  MANAGEMENT(31),
  NETWORK(20),
  POWER(31),
  RAID(31),
  RESCUE(38),
  STORAGE(33),
  VENDOR(31);

  private final int since;

  /** Interned, as the names that Jackson reads are: they are looked up for each node shown. */
  private final String wire = name().toLowerCase(Locale.ROOT).intern();

  private final String field = wire + "_interface";

  InterfaceType(int since) {
    this.since = since;
  }

  /** The minor API version from which clients see {@code <type>_interface}. */
  public int since() {
    return since;
  }

  /** "boot", "inspect" ... */
  public String wire() {
    return wire;
  }

  /** "boot_interface", "inspect_interface" ... */
  public String field() {
    return field;
  }

  /** From "boot". */
  public static Optional<InterfaceType> ofWire(String name) {
    return Arrays.stream(values()).filter(type -> type.wire().equals(name)).findFirst();
  }
}

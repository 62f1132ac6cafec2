package dev.assay.hardware;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a machine boots from. Source: spec api.md 10.4. */
public enum BootDevice {
  PXE,
  DISK,
  CDROM,
  BIOS,
  SAFE,
  WANBOOT,
  ISCSIBOOT,
  FLOPPY,
  UEFIHTTP;

  /** As on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty when there is no such device. */
  public static Optional<BootDevice> ofWire(String name) {
    return Arrays.stream(values()).filter(device -> device.wire().equals(name)).findFirst();
  }
}

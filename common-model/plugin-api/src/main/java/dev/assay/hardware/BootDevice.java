package dev.assay.hardware;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The devices from which a machine can boot. Source: spec api.md 10.4. */
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

  /** The name in JSON. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Looks up a device by its name; empty when there is none. */
  public static Optional<BootDevice> ofWire(String name) {
    return Arrays.stream(values()).filter(device -> device.wire().equals(name)).findFirst();
  }
}

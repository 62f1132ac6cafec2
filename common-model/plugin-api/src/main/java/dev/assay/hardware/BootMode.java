package dev.assay.hardware;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the firmware boots a machine. Source: spec api.md 10.12. */
public enum BootMode {
  UEFI,
  BIOS;

  /** The name in JSON. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Looks up a mode by its name; empty when there is none. */
  public static Optional<BootMode> ofWire(String name) {
    return Arrays.stream(values()).filter(mode -> mode.wire().equals(name)).findFirst();
  }
}

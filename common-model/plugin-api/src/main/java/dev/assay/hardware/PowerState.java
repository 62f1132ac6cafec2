package dev.assay.hardware;

import java.util.Arrays;
import java.util.Optional;

/** The current or the requested power state of a node. Source: spec api.md 9.1 and 10.3. */
public enum PowerState {
  ON("power on"),
  OFF("power off"),
  REBOOT("rebooting"),
  SOFT_OFF("soft power off"),
  SOFT_REBOOT("soft rebooting"),
  ERROR("error");

  private final String wire;

  PowerState(String wire) {
    this.wire = wire;
  }

  /** The exact string in JSON and in the database. */
  public String wire() {
    return wire;
  }

  /** The state the node is in when this target is reached. */
  public PowerState reached() {
    return switch (this) {
      case ON, REBOOT, SOFT_REBOOT -> ON;
      case OFF, SOFT_OFF -> OFF;
      case ERROR -> ERROR;
    };
  }

  /** Looks up a state by its name; empty when there is none. */
  public static Optional<PowerState> ofWire(String name) {
    return Arrays.stream(values()).filter(state -> state.wire.equals(name)).findFirst();
  }
}

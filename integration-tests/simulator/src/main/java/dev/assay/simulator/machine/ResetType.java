package dev.assay.simulator.machine;

import java.util.Arrays;
import java.util.Optional;

/** What can be asked of the power, in the words of DSP0268, Resource.ResetType. */
public enum ResetType {
  ON("On"),
  FORCE_ON("ForceOn"),
  FORCE_OFF("ForceOff"),
  GRACEFUL_SHUTDOWN("GracefulShutdown"),
  FORCE_RESTART("ForceRestart"),
  GRACEFUL_RESTART("GracefulRestart"),
  PUSH_POWER_BUTTON("PushPowerButton");

  private final String redfish;

  ResetType(String redfish) {
    this.redfish = redfish;
  }

  /** The value on the wire. */
  public String redfish() {
    return redfish;
  }

  /** The type with this value on the wire, if the machine supports it. */
  public static Optional<ResetType> ofRedfish(String value) {
    return Arrays.stream(values()).filter(type -> type.redfish.equals(value)).findFirst();
  }
}

package dev.assay.simulator.machine;

import java.util.Arrays;
import java.util.Optional;

/** The power changes that a client can request, in the terms of DSP0268, Resource.ResetType. */
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

  /** The value in JSON. */
  public String redfish() {
    return redfish;
  }

  /** The type with this value in JSON, if the machine supports it. */
  public static Optional<ResetType> ofRedfish(String value) {
    return Arrays.stream(values()).filter(type -> type.redfish.equals(value)).findFirst();
  }
}

package dev.assay.simulator.machine;

/** The power state of a machine, in the terms of DSP0268, Resource.PowerState. */
public enum PowerState {
  OFF("Off"),
  POWERING_ON("PoweringOn"),
  ON("On"),
  POWERING_OFF("PoweringOff");

  private final String redfish;

  PowerState(String redfish) {
    this.redfish = redfish;
  }

  /** The value in JSON. */
  public String redfish() {
    return redfish;
  }
}

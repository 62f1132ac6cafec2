package dev.assay.conductor.hardware.redfish;

/** A password or token, which no text form shows. */
record Secret(String clear) {
  @Override
  public String toString() {
    return "******";
  }
}

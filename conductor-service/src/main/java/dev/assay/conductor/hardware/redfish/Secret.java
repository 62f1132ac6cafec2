package dev.assay.conductor.hardware.redfish;

/** A password or token that {@code toString} does not show. */
record Secret(String clear) {
  @Override
  public String toString() {
    return "******";
  }
}

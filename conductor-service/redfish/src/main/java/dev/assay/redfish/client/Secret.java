package dev.assay.redfish.client;

/** A password or token that {@code toString} does not show. */
public record Secret(String clear) {
  @Override
  public String toString() {
    return "******";
  }
}

package dev.assay.node;

/** The events that change a node's provision state. Source: spec state-machine.md 1.2. */
public enum ProvisionEvent {
  MANAGE("manage"),
  PROVIDE("provide"),
  INSPECT("inspect"),
  ABORT("abort"),
  WAIT("wait"),
  RESUME("resume"),
  DONE("done"),
  FAIL("fail");

  private final String wire;

  ProvisionEvent(String wire) {
    this.wire = wire;
  }

  /** The verb as the API and the documents write it. */
  public String wire() {
    return wire;
  }
}

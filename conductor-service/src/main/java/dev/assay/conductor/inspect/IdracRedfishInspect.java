package dev.assay.conductor.inspect;

/** The same as {@link RedfishInspect}, by Ironic's name for Dell's BMC. Source: spec api.md 20. */
public final class IdracRedfishInspect extends RedfishInspect {
  @Override
  public String name() {
    return "idrac-redfish";
  }
}

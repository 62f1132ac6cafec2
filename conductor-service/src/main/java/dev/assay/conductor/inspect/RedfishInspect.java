package dev.assay.conductor.inspect;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.HardwareInventory;
import dev.assay.inspect.InspectInterface;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;

/**
 * Asks the BMC what the machine consists of, without a ramdisk; the machine stays on or off as it
 * is. Source: spec conductor.md 8.
 */
public sealed class RedfishInspect implements InspectInterface permits IdracRedfishInspect {
  @Override
  public String name() {
    return "redfish";
  }

  @Override
  public final InspectStart start(InspectedMachine machine) {
    if (!(machine.driver() instanceof HardwareInventory hardware)) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "Driver %s does not support inspection without a ramdisk, which interface %s needs."
              .formatted(machine.driver().description().name(), name()));
    }
    return new InspectStart.Collected(hardware.inventory(machine.bmc()));
  }
}

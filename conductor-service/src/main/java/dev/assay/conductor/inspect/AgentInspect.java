package dev.assay.conductor.inspect;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.inspect.InspectInterface;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;

/** Boots the inspection ramdisk over the network. Source: spec conductor.md 6.2. */
public final class AgentInspect implements InspectInterface {
  @Override
  public String name() {
    return "agent";
  }

  @Override
  public InspectStart start(InspectedMachine machine) {
    if (!(machine.driver() instanceof Power power) || !(machine.driver() instanceof Boot boot)) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "Driver %s does not support power and boot, which inspection with interface agent needs."
              .formatted(machine.driver().description().name()));
    }
    machine.expectRamdisk();
    if (machine.powerOffForbidden()) {
      boot.bootFrom(machine.bmc(), BootDevice.PXE, false);
      power.power(machine.bmc(), PowerState.REBOOT, machine.powerLimit());
    } else {
      power.power(machine.bmc(), PowerState.OFF, machine.powerLimit());
      boot.bootFrom(machine.bmc(), BootDevice.PXE, false);
      power.power(machine.bmc(), PowerState.ON, machine.powerLimit());
    }
    return new InspectStart.RamdiskBoots();
  }
}

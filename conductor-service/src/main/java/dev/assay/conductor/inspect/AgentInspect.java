package dev.assay.conductor.inspect;

import dev.assay.boot.BootMethod;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.HttpBoot;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.VirtualMedia;
import dev.assay.inspect.InspectInterface;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;

/**
 * Boots the inspection ramdisk as the node's boot_interface says; waits for it where the driver
 * cannot switch power, so that somebody must boot it by hand. Source: spec conductor.md 6.2 and
 * 6.3.
 */
public final class AgentInspect implements InspectInterface {
  @Override
  public String name() {
    return "agent";
  }

  @Override
  public InspectStart start(InspectedMachine machine) {
    machine.expectRamdisk();
    if (!(machine.driver() instanceof Power power)) {
      return new InspectStart.RamdiskAwaited();
    }
    if (machine.powerOffForbidden()) {
      prepare(machine);
      machine.awaitPowerOn();
      power.power(machine.bmc(), PowerState.REBOOT, machine.powerLimit());
    } else {
      power.power(machine.bmc(), PowerState.OFF, machine.powerLimit());
      prepare(machine);
      machine.awaitPowerOn();
      power.power(machine.bmc(), PowerState.ON, machine.powerLimit());
    }
    return new InspectStart.RamdiskBoots();
  }

  private static void prepare(InspectedMachine machine) {
    switch (BootMethod.of(machine.bootInterface())) {
      case NETWORK -> choose(machine, BootDevice.PXE);
      case UEFI_HTTP -> choose(machine, BootDevice.UEFIHTTP);
      case UEFI_HTTP_IMAGE ->
          able(machine, HttpBoot.class).bootFromUrl(machine.bmc(), machine.bootImage());
      case VIRTUAL_MEDIA -> {
        able(machine, VirtualMedia.class).insert(machine.bmc(), machine.bootImage());
        choose(machine, BootDevice.CDROM);
      }
    }
  }

  /** Without Boot the machine's own order must lead to the ramdisk. */
  private static void choose(InspectedMachine machine, BootDevice device) {
    if (machine.driver() instanceof Boot boot) {
      boot.bootFrom(machine.bmc(), device, false);
    }
  }

  private static <T> T able(InspectedMachine machine, Class<T> ability) {
    if (!ability.isInstance(machine.driver())) {
      throw new HardwareFailure(
          ErrorCode.UNSUPPORTED,
          "Driver %s does not support boot_interface %s; choose another one."
              .formatted(machine.driver().description().name(), machine.bootInterface()));
    }
    return ability.cast(machine.driver());
  }
}

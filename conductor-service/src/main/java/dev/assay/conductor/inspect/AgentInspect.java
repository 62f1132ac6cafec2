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
 * Boots the inspection ramdisk as the node's boot_interface says. Source: spec conductor.md 6.2 and
 * 6.3.
 */
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
    var method = BootMethod.of(machine.bootInterface());
    machine.expectRamdisk();
    if (machine.powerOffForbidden()) {
      prepare(machine, boot, method);
      power.power(machine.bmc(), PowerState.REBOOT, machine.powerLimit());
    } else {
      power.power(machine.bmc(), PowerState.OFF, machine.powerLimit());
      prepare(machine, boot, method);
      power.power(machine.bmc(), PowerState.ON, machine.powerLimit());
    }
    return new InspectStart.RamdiskBoots();
  }

  private static void prepare(InspectedMachine machine, Boot boot, BootMethod method) {
    switch (method) {
      case NETWORK -> boot.bootFrom(machine.bmc(), BootDevice.PXE, false);
      case UEFI_HTTP -> boot.bootFrom(machine.bmc(), BootDevice.UEFIHTTP, false);
      case UEFI_HTTP_IMAGE ->
          able(machine, HttpBoot.class).bootFromUrl(machine.bmc(), machine.bootImage());
      case VIRTUAL_MEDIA -> {
        able(machine, VirtualMedia.class).insert(machine.bmc(), machine.bootImage());
        boot.bootFrom(machine.bmc(), BootDevice.CDROM, false);
      }
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

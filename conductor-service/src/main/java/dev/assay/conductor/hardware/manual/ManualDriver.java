package dev.assay.conductor.hardware.manual;

import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.InterfaceType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hardware type {@code manual-management}: a machine without a BMC, which somebody powers and boots
 * by hand. So it can do nothing; an inspection waits until the ramdisk is there. Source: spec
 * api.md 20.
 */
public final class ManualDriver implements HardwareDriver {
  private static final DriverDescription DESCRIPTION =
      new DriverDescription("manual-management", interfaces(), Map.of(), Set.of(), List.of());

  @Override
  public DriverDescription description() {
    return DESCRIPTION;
  }

  private static Map<InterfaceType, List<String>> interfaces() {
    var accepted = new EnumMap<InterfaceType, List<String>>(InterfaceType.class);
    accepted.put(InterfaceType.BIOS, List.of("no-bios"));
    accepted.put(InterfaceType.BOOT, List.of("pxe", "ipxe"));
    accepted.put(InterfaceType.CONSOLE, List.of("no-console"));
    accepted.put(
        InterfaceType.DEPLOY, List.of("direct", "ramdisk", "custom-agent", "noop", "autodetect"));
    accepted.put(InterfaceType.FIRMWARE, List.of("no-firmware"));
    accepted.put(InterfaceType.INSPECT, List.of("agent", "no-inspect"));
    accepted.put(InterfaceType.MANAGEMENT, List.of("noop"));
    accepted.put(InterfaceType.NETWORK, List.of("noop", "flat"));
    accepted.put(InterfaceType.POWER, List.of("agent", "fake"));
    accepted.put(InterfaceType.RAID, List.of("no-raid", "agent"));
    accepted.put(InterfaceType.RESCUE, List.of("no-rescue", "agent"));
    accepted.put(InterfaceType.STORAGE, List.of("noop"));
    accepted.put(InterfaceType.VENDOR, List.of("no-vendor"));
    return Collections.unmodifiableMap(accepted);
  }
}

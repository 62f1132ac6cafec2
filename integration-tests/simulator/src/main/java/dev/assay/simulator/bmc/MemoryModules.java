package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The Memory resources, one per module that is installed (DSP0268). */
final class MemoryModules {
  private static final int SLOTS = 32;
  private static final int SMALLEST_GIB = 32;

  private record Module(String slot, int gib) {}

  private MemoryModules() {}

  static Members of(Machine machine) {
    var hardware = machine.hardware();
    var reported = hardware.reported("dmi/memory/devices");
    var modules = reported.isEmpty() ? assumed(hardware) : installed(reported);
    return Members.of(
        "Memory", modules.stream().map(module -> resource(module, hardware)).toList());
  }

  private static List<Module> installed(JsonNode reported) {
    var modules = new ArrayList<Module>();
    for (var device : reported) {
      var size = device.path("Size").asText();
      if (size.endsWith(" GB")) {
        int gib = Integer.parseInt(size.substring(0, size.length() - 3));
        modules.add(new Module(device.path("Locator").asText(), gib));
      }
    }
    return modules;
  }

  /** Modules of equal size, for ramdisks that report only the sum. */
  private static List<Module> assumed(Hardware hardware) {
    int total = hardware.system().at("/MemorySummary/TotalSystemMemoryGiB").asInt();
    int size = Math.min(total, SMALLEST_GIB);
    while (total / size > SLOTS) {
      size *= 2;
    }
    var modules = new ArrayList<Module>();
    for (int number = 1; number <= total / size; number++) {
      modules.add(new Module(String.valueOf(number), size));
    }
    return modules;
  }

  private static Resource resource(Module module, Hardware hardware) {
    var serial = hardware.hex("memory module " + module.slot(), 8).toUpperCase(Locale.ROOT);
    var resource =
        Resource.of("Memory", "1_20_0", "DIMM." + module.slot(), "DIMM " + module.slot())
            .with("MemoryType", "DRAM")
            .with("DeviceLocator", module.slot())
            .with("CapacityMiB", module.gib() * 1024L)
            .with("SerialNumber", serial);
    resource.properties().setAll(hardware.memoryModule());
    return resource;
  }
}

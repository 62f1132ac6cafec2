package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;

/** Memory: its sum, and each module that is installed. Source: DSP0268 Memory. */
final class MemoryModules {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final long MEBIBYTE = 1024 * 1024;

  private final Resource system;
  private final List<Resource> installed;

  private MemoryModules(Resource system, List<Resource> installed) {
    this.system = system;
    this.installed = installed;
  }

  static MemoryModules read(Resources bmc, Resource system) {
    var installed =
        bmc.members(system, "Memory").stream()
            .filter(module -> !module.isAbsent() && module.whole("CapacityMiB").orElse(0) > 0)
            .toList();
    return new MemoryModules(system, installed);
  }

  /** Member {@code memory} of the inventory; empty when nothing is known. */
  ObjectNode memory() {
    var memory = JSON.objectNode();
    mebibytes().ifPresent(size -> memory.put("total", size * MEBIBYTE).put("physical_mb", size));
    return memory;
  }

  /** Plugin data {@code memory_devices}. */
  ArrayNode details() {
    var list = JSON.arrayNode();
    installed.forEach(module -> list.add(details(module)));
    return list;
  }

  /** The BMC's sum; some report zero or nothing while the machine is off. */
  private OptionalLong mebibytes() {
    var gibibytes = system.object("MemorySummary").number("TotalSystemMemoryGiB").orElse(0);
    var size =
        gibibytes > 0
            ? Math.round(gibibytes * 1024)
            : installed.stream().mapToLong(module -> module.whole("CapacityMiB").orElse(0)).sum();
    return size > 0 && size < Long.MAX_VALUE / MEBIBYTE
        ? OptionalLong.of(size)
        : OptionalLong.empty();
  }

  private static ObjectNode details(Resource module) {
    var details = JSON.objectNode();
    details.put("id", module.id().orElse(null));
    details.put(
        "slot",
        module
            .text("DeviceLocator")
            .or(() -> module.object("Location").object("PartLocation").text("ServiceLabel"))
            .orElse(null));
    module.copyText("MemoryDeviceType", details, "type");
    module.copyText("Manufacturer", details, "manufacturer");
    module.copyText("PartNumber", details, "part_number");
    module.copyText("SerialNumber", details, "serial_number");
    module.copyWhole("CapacityMiB", details, "capacity_mb");
    module.copyWhole("OperatingSpeedMhz", details, "speed_mhz");
    return details.set("status", module.status());
  }
}

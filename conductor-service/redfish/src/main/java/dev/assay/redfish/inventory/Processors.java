package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** CPUs and accelerators: both are Processor resources. Source: DSP0268 Processor. */
final class Processors {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Resource system;
  private final List<Resource> cpus;
  private final List<Resource> others;

  private Processors(Resource system, List<Resource> all) {
    this.system = system;
    this.cpus = all.stream().filter(Processors::isCpu).toList();
    this.others = all.stream().filter(processor -> !isCpu(processor)).toList();
  }

  static Processors read(Resources bmc, Resource system) {
    var present =
        bmc.members(system, "Processors").stream().filter(found -> !found.isAbsent()).toList();
    return new Processors(system, present);
  }

  /** Member {@code cpu} of the inventory. */
  ObjectNode cpu() {
    var cpu = JSON.objectNode();
    count().ifPresent(count -> cpu.put("count", count));
    first("Model")
        .or(() -> system.object("ProcessorSummary").text("Model"))
        .ifPresent(model -> cpu.put("model_name", model));
    cpus.stream()
        .flatMapToLong(processor -> processor.whole("MaxSpeedMHz").stream())
        .findFirst()
        .ifPresent(megahertz -> cpu.put("frequency", Long.toString(megahertz)));
    architecture().ifPresent(name -> cpu.put("architecture", name));
    if (!cpus.isEmpty()) {
      cpu.put("socket_count", cpus.size());
    }
    return cpu;
  }

  /** Plugin data {@code processors}. */
  ArrayNode details() {
    return list(cpus);
  }

  /** Plugin data {@code accelerators}. */
  ArrayNode accelerators() {
    return list(others);
  }

  private static boolean isCpu(Resource processor) {
    return processor.text("ProcessorType").map("CPU"::equals).orElse(true);
  }

  /** The logical CPUs, as the ramdisk counts them. */
  private Optional<Integer> count() {
    return sum("TotalThreads")
        .or(() -> summary("LogicalProcessorCount"))
        .or(() -> sum("TotalCores"))
        .or(() -> summary("Count"))
        .or(() -> positive(cpus.size()));
  }

  private Optional<Integer> sum(String member) {
    return positive(cpus.stream().flatMapToLong(cpu -> cpu.whole(member).stream()).sum());
  }

  private Optional<Integer> summary(String member) {
    return positive(system.object("ProcessorSummary").whole(member).orElse(0));
  }

  private static Optional<Integer> positive(long count) {
    return count > 0 && count <= Integer.MAX_VALUE ? Optional.of((int) count) : Optional.empty();
  }

  private Optional<String> first(String member) {
    return cpus.stream().flatMap(cpu -> cpu.text(member).stream()).findFirst();
  }

  /** Older BMCs report only ProcessorArchitecture, which does not tell 32 from 64 bits. */
  private Optional<String> architecture() {
    return first("InstructionSet")
        .flatMap(Processors::ofInstructionSet)
        .or(() -> first("ProcessorArchitecture").flatMap(Processors::ofFamily));
  }

  private static Optional<String> ofInstructionSet(String reported) {
    return switch (reported) {
      case "ARM-A32" -> Optional.of("arm");
      case "ARM-A64" -> Optional.of("aarch64");
      case "IA-64" -> Optional.of("ia64");
      case "MIPS32" -> Optional.of("mips");
      case "MIPS64" -> Optional.of("mips64");
      case "x86" -> Optional.of("i686");
      case "x86-64" -> Optional.of("x86_64");
      case "OEM" -> Optional.of("");
      default -> Optional.empty();
    };
  }

  private static Optional<String> ofFamily(String reported) {
    return switch (reported) {
      case "x86" -> Optional.of("x86_64");
      case "ARM" -> Optional.of("aarch64");
      case "IA-64" -> Optional.of("ia64");
      default -> Optional.empty();
    };
  }

  private static ArrayNode list(List<Resource> processors) {
    var list = JSON.arrayNode();
    processors.forEach(processor -> list.add(details(processor)));
    return list;
  }

  private static ObjectNode details(Resource processor) {
    var details = JSON.objectNode();
    details.put("id", processor.id().orElse(null));
    processor.copyText("ProcessorType", details, "type");
    processor.copyText("Socket", details, "socket");
    processor.copyText("Manufacturer", details, "manufacturer");
    processor.copyText("Model", details, "model");
    processor.copyText("PartNumber", details, "part_number");
    processor.copyText("SerialNumber", details, "serial_number");
    processor.copyText("FirmwareVersion", details, "firmware_version");
    processor.copyWhole("TotalCores", details, "cores");
    processor.copyWhole("TotalThreads", details, "threads");
    processor.copyWhole("MaxSpeedMHz", details, "max_speed_mhz");
    return details.set("status", processor.status());
  }
}

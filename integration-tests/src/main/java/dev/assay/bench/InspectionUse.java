package dev.assay.bench;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The resources that one group of processes used for a number of inspections.
 *
 * @param cpuSeconds during the measured time
 * @param cpuMsPerInspection the same divided by the number of inspections
 * @param residentBeforeMib before the first of them
 * @param residentMib afterwards
 * @param proportionalMib afterwards, with shared pages counted once
 */
record InspectionUse(
    String name,
    double cpuSeconds,
    double cpuMsPerInspection,
    double residentBeforeMib,
    double residentMib,
    double proportionalMib) {
  /** The name of this process. */
  static final String LOAD = "load generator";

  private static final double MIB = 1 << 20;

  /** What all processes of {@code target}, and this one, have used until now. */
  static Map<String, ProcessUse> now(Target target) {
    var use = new LinkedHashMap<String, ProcessUse>();
    target.processes().forEach((name, processes) -> use.put(name, ProcessUse.of(processes)));
    use.put(LOAD, ProcessUse.of(List.of(ProcessHandle.current())));
    return use;
  }

  /** What they used from {@code before} until now, for so many inspections. */
  static List<InspectionUse> since(Map<String, ProcessUse> before, Target target, int inspections) {
    var now = now(target);
    return before.entrySet().stream()
        .map(
            each ->
                between(
                    each.getKey(),
                    each.getValue(),
                    now.getOrDefault(each.getKey(), each.getValue()),
                    inspections))
        .toList();
  }

  private static InspectionUse between(
      String name, ProcessUse before, ProcessUse after, int inspections) {
    var cpuSeconds = after.cpuSeconds() - before.cpuSeconds();
    return new InspectionUse(
        name,
        cpuSeconds,
        cpuSeconds * 1000 / inspections,
        before.resident() / MIB,
        after.resident() / MIB,
        after.proportional() / MIB);
  }

  static void print(PrintStream out, List<InspectionUse> processes) {
    out.printf(
        "%-16s %8s %15s %11s %11s %9s%n",
        "process", "CPU s", "ms/inspection", "before MiB", "after MiB", "PSS MiB");
    for (var use : processes) {
      out.printf(
          "%-16s %8.2f %15.2f %11.0f %11.0f %9.0f%n",
          use.name,
          use.cpuSeconds,
          use.cpuMsPerInspection,
          use.residentBeforeMib,
          use.residentMib,
          use.proportionalMib);
    }
  }
}

package dev.assay.bench;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one run of {@link Fleet}. All times begin with the first order.
 *
 * @param inspectedOnce nodes that are manageable after exactly one inspection, which succeeded
 * @param failed inspections that failed
 * @param doubled nodes with several inspections, or with one that went through a stage twice
 * @param callbacksPostedAgain attempts of ramdisks after one that was not answered in time or
 *     refused for the time being
 * @param poweredOnAgain how often a machine was powered on that had been on before
 * @param leftOn machines that were still on at the end
 * @param errorLines lines of the level ERROR in the logs of the services
 * @param meanBodyBytes mean size of a callback
 * @param callbacksPerSecond accepted, from the first to the last
 * @param highestCallbacksPerSecond the same in the ten seconds with the most
 * @param processes what each process used
 * @param series by the name of the step: machines that had reached it after 0, 1, 2 ... seconds
 */
record FleetFigures(
    int machines,
    int inspectedOnce,
    int failed,
    int doubled,
    int callbacksPostedAgain,
    int poweredOnAgain,
    int leftOn,
    int errorLines,
    long meanBodyBytes,
    double callbacksPerSecond,
    double highestCallbacksPerSecond,
    List<Step> steps,
    List<Use> processes,
    Map<String, List<Integer>> series) {
  private static final double MIB = 1 << 20;

  /**
   * How many machines reached a step of their inspection.
   *
   * @param lastSeconds when the last of them did
   */
  record Step(String name, int machines, double lastSeconds) {
    static Step of(String name, Reached reached) {
      return new Step(name, reached.machines(), reached.last());
    }
  }

  /**
   * The resources that one group of processes used.
   *
   * @param cpuSeconds from the first order until the last machine was off
   * @param peakMib resident memory at its highest; pages that several processes share count for
   *     each of them
   * @param proportionalMib at the end, with shared pages counted once
   */
  record Use(
      String name,
      double cpuSeconds,
      double cpuMsPerInspection,
      double peakMib,
      double proportionalMib) {
    static Use between(
        String name, ProcessUse before, ProcessUse after, long peak, int inspections) {
      var cpuSeconds = after.cpuSeconds() - before.cpuSeconds();
      return new Use(
          name,
          cpuSeconds,
          cpuSeconds * 1000 / inspections,
          peak / MIB,
          after.proportional() / MIB);
    }
  }

  /** The series of these steps, in their order. */
  static Map<String, List<Integer>> series(Map<String, Reached> steps) {
    var end = steps.values().stream().mapToDouble(Reached::last).max().orElse(0);
    var series = new LinkedHashMap<String, List<Integer>>();
    steps.forEach((name, reached) -> series.put(name, reached.eachSecond((int) Math.ceil(end))));
    return series;
  }

  boolean allWell() {
    return inspectedOnce == machines && failed == 0 && doubled == 0 && leftOn == 0;
  }

  void print(PrintStream out) {
    out.printf("%-18s %9s %14s%n", "step", "machines", "last after");
    for (var step : steps) {
      out.printf(
          "%-18s %,9d %,12.1f s%n", step.name.replace('_', ' '), step.machines, step.lastSeconds);
    }
    out.printf(
        "%ncallbacks    %.1f accepted a second, %.1f in the best 10 s, %.1f kB on average%n",
        callbacksPerSecond, highestCallbacksPerSecond, meanBodyBytes / 1000.0);
    out.printf(
        "inspections  %,d of %,d once and well, %d failed, %d doubled%n",
        inspectedOnce, machines, failed, doubled);
    out.printf(
        "repeated     %d callbacks, %d power-ons; %d machines left on, %d errors in logs%n%n",
        callbacksPostedAgain, poweredOnAgain, leftOn, errorLines);
    out.printf(
        "%-14s %9s %15s %10s %9s%n", "process", "CPU s", "ms/inspection", "peak MiB", "PSS MiB");
    for (var use : processes) {
      out.printf(
          "%-14s %9.1f %15.2f %,10.0f %,9.0f%n",
          use.name, use.cpuSeconds, use.cpuMsPerInspection, use.peakMib, use.proportionalMib);
    }
  }
}

package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;

/**
 * What Assay reached and what PostgreSQL alone allows, measured in one run.
 *
 * @param rateRatio inspections a second, divided by those of the floor
 * @param cpuRatio processor time of all processes of Assay for each inspection, divided by that of
 *     PostgreSQL at the floor; without the load generators
 */
record FloorRatios<F>(F reached, FloorFigures floor, double rateRatio, double cpuRatio) {
  /**
   * Compares what was {@code reached} with the floor.
   *
   * @param perSecond of the inspections reached
   * @param processes of Assay and of the load generator
   */
  static <F> FloorRatios<F> of(
      F reached, double perSecond, List<InspectionUse> processes, FloorFigures floor) {
    var milliseconds =
        processes.stream()
            .filter(use -> !use.name().equals(InspectionUse.LOAD))
            .mapToDouble(InspectionUse::cpuMsPerInspection)
            .sum();
    return new FloorRatios<>(
        reached,
        floor,
        perSecond / floor.inspectionsPerSecond(),
        milliseconds / floor.postgresMsPerInspection());
  }

  void print(PrintStream out) {
    out.printf("%nPostgreSQL alone%n");
    floor.print(out);
    out.printf(
        "ratios       %.2f of its inspections a second, %.1f times its CPU%n", rateRatio, cpuRatio);
  }
}

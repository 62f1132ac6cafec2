package dev.assay.bench;

import java.io.PrintStream;

/**
 * What Assay reached and what PostgreSQL alone allows, measured in one run.
 *
 * @param rateRatio inspections a second, divided by those of the floor
 * @param cpuRatio processor time of all processes of Assay for each inspection, divided by that of
 *     PostgreSQL at the floor; without the load generators
 */
record FloorRatios(
    CallbacksFigures callbacks, FloorFigures floor, double rateRatio, double cpuRatio) {
  static FloorRatios of(CallbacksFigures callbacks, FloorFigures floor) {
    var milliseconds =
        callbacks.processes().stream()
            .filter(use -> !use.name().equals(Callbacks.SELF))
            .mapToDouble(CallbacksFigures.Use::cpuMsPerInspection)
            .sum();
    return new FloorRatios(
        callbacks,
        floor,
        callbacks.inspectionsPerSecond() / floor.inspectionsPerSecond(),
        milliseconds / floor.postgresMsPerInspection());
  }

  void print(PrintStream out) {
    out.printf("%nPostgreSQL alone%n");
    floor.print(out);
    out.printf(
        "ratios       %.2f of its inspections a second, %.1f times its CPU%n", rateRatio, cpuRatio);
  }
}

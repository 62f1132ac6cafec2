package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;

/**
 * The results of one run of {@link Orders}.
 *
 * @param nodes that were told to inspect
 * @param order response times
 * @param orderedPerSecond orders accepted a second
 * @param startedPerSecond from the first order until all inspections were started
 * @param waiting nodes that wait for their ramdisk in the end
 * @param processes the resources that each process used meanwhile
 */
record OrdersFigures(
    int nodes,
    Latency order,
    double orderedPerSecond,
    double startedPerSecond,
    int waiting,
    List<InspectionUse> processes) {
  boolean allWell() {
    return waiting == nodes;
  }

  void print(PrintStream out) {
    out.printf(
        "order        p50 %.1f ms   p90 %.1f ms   p99 %.1f ms   max %.1f ms%n",
        order.p50Ms(), order.p90Ms(), order.p99Ms(), order.maxMs());
    out.printf(
        "a second     %.0f ordered   %.0f started (first order to last that waits)%n",
        orderedPerSecond, startedPerSecond);
    out.printf("result       %d of %d wait for the ramdisk%n%n", waiting, nodes);
    InspectionUse.print(out, processes);
  }
}

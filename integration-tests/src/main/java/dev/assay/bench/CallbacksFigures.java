package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * The results of one run of {@link Callbacks}.
 *
 * @param nodes callbacks posted
 * @param meanBodyBytes mean size of a body
 * @param accept response times
 * @param acceptedPerSecond callbacks answered a second
 * @param inspectionsPerSecond from the first post until all nodes have left inspection
 * @param manageable nodes whose inspection succeeded
 * @param failed nodes that ended in {@code inspect failed}
 * @param refusals responses other than 202
 * @param processes the resources that each process used meanwhile
 */
record CallbacksFigures(
    int nodes,
    long meanBodyBytes,
    Latency accept,
    double acceptedPerSecond,
    double inspectionsPerSecond,
    int manageable,
    int failed,
    Map<String, Integer> refusals,
    List<InspectionUse> processes) {
  boolean allWell() {
    return refusals.isEmpty() && failed == 0 && manageable == nodes;
  }

  void print(PrintStream out) {
    out.printf(
        "accept       p50 %.1f ms   p90 %.1f ms   p99 %.1f ms   max %.1f ms%n",
        accept.p50Ms(), accept.p90Ms(), accept.p99Ms(), accept.maxMs());
    out.printf(
        "a second     %.0f accepted   %.0f inspected (first post to last manageable)%n",
        acceptedPerSecond, inspectionsPerSecond);
    out.printf(
        "result       %d manageable   %d failed   refused %s%n%n",
        manageable, failed, refusals.isEmpty() ? "0" : refusals.toString());
    InspectionUse.print(out, processes);
  }
}

package dev.assay.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The results of one run of {@link Callbacks}.
 *
 * @param stack what was measured
 * @param nodes callbacks posted
 * @param bodyBytes mean size of a body
 * @param concurrency requests in progress at once; 0 for an open loop
 * @param rate requests a second; 0 for a closed loop
 * @param accept response times in milliseconds
 * @param acceptedPerSecond callbacks answered a second
 * @param inspectionsPerSecond from the first post until all nodes have left inspection
 * @param manageable nodes whose inspection succeeded
 * @param failed nodes that ended in {@code inspect failed}
 * @param refusals responses other than 202
 * @param processes the resources that each process used meanwhile
 */
record CallbacksFigures(
    String stack,
    int nodes,
    long bodyBytes,
    int concurrency,
    int rate,
    Latency accept,
    double acceptedPerSecond,
    double inspectionsPerSecond,
    int manageable,
    int failed,
    Map<String, Integer> refusals,
    List<Use> processes) {
  private static final double MIB = 1 << 20;

  /** Percentiles of response times in milliseconds. */
  record Latency(double p50, double p90, double p99, double max) {}

  /**
   * The resources that one group of processes used.
   *
   * @param cpuSeconds during the measured time
   * @param residentBeforeMib before the first callback
   * @param residentMib afterwards
   * @param proportionalMib afterwards, with shared pages counted once
   */
  record Use(
      String name,
      double cpuSeconds,
      double residentBeforeMib,
      double residentMib,
      double proportionalMib) {
    static Use between(String name, ProcessUse before, ProcessUse after) {
      return new Use(
          name,
          after.cpuSeconds() - before.cpuSeconds(),
          before.resident() / MIB,
          after.resident() / MIB,
          after.proportional() / MIB);
    }
  }

  boolean allWell() {
    return refusals.isEmpty() && failed == 0 && manageable == nodes;
  }

  void print(PrintStream out) {
    out.printf(
        "callbacks: %s, %d nodes, %.1f kB each, %s%n",
        stack, nodes, bodyBytes / 1000.0, rate > 0 ? rate + " a second" : concurrency + " at once");
    out.printf(
        "accept       p50 %.1f ms   p90 %.1f ms   p99 %.1f ms   max %.1f ms%n",
        accept.p50, accept.p90, accept.p99, accept.max);
    out.printf(
        "a second     %.0f accepted   %.0f inspected (first post to last manageable)%n",
        acceptedPerSecond, inspectionsPerSecond);
    out.printf(
        "result       %d manageable   %d failed   refused %s%n%n",
        manageable, failed, refusals.isEmpty() ? "0" : refusals.toString());
    out.printf(
        "%-16s %8s %15s %11s %11s %9s%n",
        "process", "CPU s", "ms/inspection", "before MiB", "after MiB", "PSS MiB");
    for (var use : processes) {
      out.printf(
          "%-16s %8.2f %15.2f %11.0f %11.0f %9.0f%n",
          use.name,
          use.cpuSeconds,
          use.cpuSeconds * 1000 / nodes,
          use.residentBeforeMib,
          use.residentMib,
          use.proportionalMib);
    }
  }

  void writeJson(Path file) {
    try {
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}

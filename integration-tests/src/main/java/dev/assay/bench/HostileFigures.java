package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The results of {@link Hostile}.
 *
 * @param micros response times of ordinary requests in microseconds
 * @param failures of ordinary requests, by status or by exception
 * @param large how the posts of large bodies ended
 * @param memory peak of resident memory in bytes, by process
 * @param callbacks how many waiting machines posted
 * @param inspected how many of their nodes ended in manageable
 * @param unchanged how many stored inventories equal what was sent
 * @param attempts how their posts ended
 * @param seconds from the first of these posts until all inspections had ended
 * @param outOfMemory log lines that report an OutOfMemoryError
 */
record HostileFigures(
    Histogram micros,
    Map<String, Integer> failures,
    Map<String, Integer> large,
    Map<String, Long> memory,
    int callbacks,
    int inspected,
    int unchanged,
    Map<String, Integer> attempts,
    double seconds,
    List<String> outOfMemory) {

  /** Whether all succeeded; latency is not judged. */
  boolean allWell() {
    return failures.isEmpty()
        && outOfMemory.isEmpty()
        && inspected == callbacks
        && unchanged == callbacks;
  }

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "ordinary requests: %d, p50 %.1f ms, p99 %.1f ms, max %.1f ms; failures %s%n",
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1000.0,
        micros.getValueAtPercentile(99) / 1000.0,
        micros.getMaxValue() / 1000.0,
        failures);
    out.printf("posts of large bodies: %s%n", large);
    memory.forEach((name, bytes) -> out.printf("peak memory of %s: %d MiB%n", name, bytes >> 20));
    out.printf(
        Locale.ROOT,
        "callbacks: %d, inspected %d, stored as sent %d, in %.1f s; attempts %s%n",
        callbacks,
        inspected,
        unchanged,
        seconds,
        attempts);
    out.printf("lines about too little memory: %d%n", outOfMemory.size());
    outOfMemory.stream().limit(5).forEach(line -> out.println("  " + line));
  }
}

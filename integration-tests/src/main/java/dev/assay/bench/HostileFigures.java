package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The results of {@link Hostile}.
 *
 * @param ordinary response times of ordinary requests
 * @param failures of ordinary requests, by status or by exception
 * @param largePosts how the posts of large bodies ended
 * @param peakMib peak of resident memory, by process
 * @param callbacks how many waiting machines posted
 * @param inspected how many of their nodes ended in manageable
 * @param unchanged how many stored inventories equal what was sent
 * @param attempts how their posts ended
 * @param callbacksSeconds from the first of these posts until all inspections had ended
 * @param outOfMemory log lines that report an OutOfMemoryError
 */
record HostileFigures(
    Latency ordinary,
    Map<String, Integer> failures,
    Map<String, Integer> largePosts,
    Map<String, Long> peakMib,
    int callbacks,
    int inspected,
    int unchanged,
    Map<String, Integer> attempts,
    double callbacksSeconds,
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
        ordinary.count(),
        ordinary.p50Ms(),
        ordinary.p99Ms(),
        ordinary.maxMs(),
        failures);
    out.printf("posts of large bodies: %s%n", largePosts);
    peakMib.forEach((name, mib) -> out.printf("peak memory of %s: %d MiB%n", name, mib));
    out.printf(
        Locale.ROOT,
        "callbacks: %d, inspected %d, stored as sent %d, in %.1f s; attempts %s%n",
        callbacks,
        inspected,
        unchanged,
        callbacksSeconds,
        attempts);
    out.printf("lines about too little memory: %d%n", outOfMemory.size());
    outOfMemory.stream().limit(5).forEach(line -> out.println("  " + line));
  }
}

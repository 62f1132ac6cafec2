package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The results of {@link Events}: medians over the phases of a kind.
 *
 * @param clients that followed events
 * @param without callbacks while nobody followed
 * @param again the same in other phases: what differs is noise
 * @param with callbacks while clients followed
 * @param clientsCpuSharePercent processor time of the clients, 100 for one processor
 * @param missed an event was missed or came twice, or a stream ended
 */
record EventsFigures(
    int clients,
    Phase without,
    Phase again,
    Phase with,
    double clientsCpuSharePercent,
    boolean missed) {
  /**
   * One phase, or the medians over some.
   *
   * @param p50Ms response times of callbacks, as the next two
   * @param acceptedPerSecond callbacks answered a second
   * @param cpuMsPerCallback processor time of all services, database and broker included
   * @param streamedMbPerSecond what all clients got, million bytes
   * @param refusals responses other than 202, of all phases
   */
  record Phase(
      double p50Ms,
      double p90Ms,
      double p99Ms,
      double acceptedPerSecond,
      double cpuMsPerCallback,
      double streamedMbPerSecond,
      Map<String, Integer> refusals) {
    /** The same, in which clients got so many million bytes a second. */
    Phase streamed(double megabytesPerSecond) {
      return new Phase(
          p50Ms, p90Ms, p99Ms, acceptedPerSecond, cpuMsPerCallback, megabytesPerSecond, refusals);
    }

    /** The medians over {@code phases}, of which there is at least one. */
    static Phase median(List<Phase> phases) {
      var refusals = new TreeMap<String, Integer>();
      phases.forEach(
          phase ->
              phase.refusals.forEach((why, times) -> refusals.merge(why, times, Integer::sum)));
      return new Phase(
          median(phases, Phase::p50Ms),
          median(phases, Phase::p90Ms),
          median(phases, Phase::p99Ms),
          median(phases, Phase::acceptedPerSecond),
          median(phases, Phase::cpuMsPerCallback),
          median(phases, Phase::streamedMbPerSecond),
          Map.copyOf(refusals));
    }

    private static double median(List<Phase> phases, ToDoubleFunction<Phase> figure) {
      var sorted = phases.stream().mapToDouble(figure).sorted().toArray();
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
  }

  /** The medians; {@code without} and {@code again} are compared to show the noise. */
  static EventsFigures of(
      int clients,
      List<Phase> without,
      List<Phase> again,
      List<Phase> with,
      double clientsCpuSharePercent,
      boolean missed) {
    return new EventsFigures(
        clients,
        Phase.median(without),
        Phase.median(again),
        Phase.median(with),
        clientsCpuSharePercent,
        missed);
  }

  boolean allWell() {
    return !missed
        && without.refusals.isEmpty()
        && again.refusals.isEmpty()
        && with.refusals.isEmpty();
  }

  void print(PrintStream out) {
    out.printf(
        "%-22s %9s %9s %9s %12s %14s %8s%n",
        "medians of phases", "p50 ms", "p90 ms", "p99 ms", "accepted/s", "CPU ms each", "MB/s");
    print(out, "without clients", without);
    print(out, "without clients, again", again);
    print(out, "with clients", with);
    difference(out, "noise", without, again);
    var both = Phase.median(List.of(without, again));
    difference(out, "cost of clients", both, with);
    out.printf(Locale.ROOT, "the clients used %.1f%% of a processor%n", clientsCpuSharePercent);
    out.printf(
        "result: %s%n",
        allWell()
            ? "all accepted, nothing missed"
            : "refused %s %s %s, missed %s"
                .formatted(without.refusals, again.refusals, with.refusals, missed));
  }

  private static void difference(PrintStream out, String name, Phase before, Phase after) {
    out.printf(
        Locale.ROOT,
        "%-22s %+8.1f%% %+8.1f%% %+8.1f%% %+11.1f%% %+13.1f%%%n",
        name,
        percent(before.p50Ms, after.p50Ms),
        percent(before.p90Ms, after.p90Ms),
        percent(before.p99Ms, after.p99Ms),
        percent(before.acceptedPerSecond, after.acceptedPerSecond),
        percent(before.cpuMsPerCallback, after.cpuMsPerCallback));
  }

  private static void print(PrintStream out, String name, Phase phase) {
    out.printf(
        Locale.ROOT,
        "%-22s %9.1f %9.1f %9.1f %12.1f %14.2f %8.1f%n",
        name,
        phase.p50Ms,
        phase.p90Ms,
        phase.p99Ms,
        phase.acceptedPerSecond,
        phase.cpuMsPerCallback,
        phase.streamedMbPerSecond);
  }

  private static double percent(double before, double after) {
    return (after / before - 1) * 100;
  }
}

package dev.assay.bench;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of reads: measures how fast the API serves pages, single nodes, lookups and heartbeats
 * on a fixed number of connections, with as many stored nodes as a large site has; pages also on a
 * single connection. Conductors do not check the power state of the nodes meanwhile.
 */
@Command(
    name = "integration-tests/bench/reads",
    description = "How fast nodes are read, looked up and heard of.")
public final class Reads implements Callable<Integer> {
  private static final String SELF = "load generator";

  /** All stored nodes would be due at once, and be measured with the requests. */
  private static final Map<String, String> NO_POWER_CHECKS =
      Map.of("assay.conductor.sync-power-state-interval", "0");

  @Mixin MeasuredStack stack = new MeasuredStack("reads", StackKind.SERVICES);

  @Option(
      names = "--nodes",
      paramLabel = "2000..200000",
      description = "Stored nodes (default: ${DEFAULT-VALUE}).")
  int nodes = 10_000;

  @Option(
      names = "--connections",
      paramLabel = "1..256",
      description =
          "Requests in progress at once; pages are also measured with one"
              + " (default: ${DEFAULT-VALUE}).")
  int connections = 16;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "KIND",
      description = "These kinds of requests: ${COMPLETION-CANDIDATES} (default: all).")
  List<ReadKind> only = List.of(ReadKind.values());

  @Option(
      names = "--warm-up",
      paramLabel = "0..300",
      description =
          "Seconds of each kind of request before it is measured: the compiler of the virtual"
              + " machine takes as long (default: ${DEFAULT-VALUE}).")
  int warmUp = 30;

  @Option(
      names = "--seconds",
      paramLabel = "1..120",
      description = "How long each kind of request is measured (default: ${DEFAULT-VALUE}).")
  int seconds = 10;

  @Mixin private Report report = new Report();

  Reads() {}

  /** Exits with 0 when every request succeeded. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Reads(), arguments);
  }

  /**
   * The results of one kind of request.
   *
   * @param failed requests without the expected response
   * @param cpuMsPerRequest of each process that used at least 0.01 ms
   */
  record Figures(
      String request,
      int connections,
      double requestsPerSecond,
      Latency latency,
      long failed,
      Map<String, Double> cpuMsPerRequest) {
    boolean allWell() {
      return failed == 0 && latency.count() > 0;
    }

    void print(PrintStream out, String title) {
      out.printf(
          "%-30s %6d %9.0f %8.1f %8.1f %8.1f %5d   %s%n",
          title,
          connections,
          requestsPerSecond,
          latency.p50Ms(),
          latency.p99Ms(),
          latency.maxMs(),
          failed,
          cpuMsPerRequest.entrySet().stream()
              .map(use -> "%s %.2f".formatted(use.getKey(), use.getValue()))
              .collect(Collectors.joining(", ")));
    }
  }

  @Override
  public Integer call() throws SQLException {
    var figures = measure();
    report.write(figures);
    return figures.stream().allMatch(Figures::allWell) ? 0 : 1;
  }

  private List<Figures> measure() throws SQLException {
    try (var target = stack.start(NO_POWER_CHECKS)) {
      System.err.println("writing " + nodes + " nodes ...");
      try (var database = target.database()) {
        StoredNodes.write(database, nodes);
      }
      target.encrypt();
      report.text().printf("reads: %s, %d nodes, %d seconds each%n%n", stack, nodes, seconds);
      report
          .text()
          .printf(
              "%-30s %6s %9s %8s %8s %8s %5s   %s%n",
              "request",
              "conns",
              "a second",
              "p50 ms",
              "p99 ms",
              "max ms",
              "bad",
              "CPU ms a request");
      var figures = new ArrayList<Figures>();
      for (var kind : only) {
        figures.add(measure(target, kind, connections));
        if (kind.isPage()) {
          figures.add(measure(target, kind, 1));
        }
      }
      return figures;
    }
  }

  private Figures measure(Target target, ReadKind kind, int connections) throws SQLException {
    try (var load = new ReadLoad(target.api().address(), connections, nodes)) {
      warmUp(target, kind, load);
      prepare(target, kind);
      var before = cpu(target);
      var result = load.run(kind, seconds);
      var after = cpu(target);
      var latency = Latency.of(result.micros());
      var figures =
          new Figures(
              kind.toString(),
              connections,
              latency.count() / result.seconds(),
              latency,
              result.bad(),
              perRequest(before, after, latency.count()));
      figures.print(report.text(), kind.title());
      if (kind == ReadKind.FIRST_LOOKUP) {
        try (var database = target.database()) {
          StoredNodes.giveTokens(database); // heartbeats show it
        }
      }
      return figures;
    }
  }

  /** Repeats runs of a kind that soon has no more requests. */
  private void warmUp(Target target, ReadKind kind, ReadLoad load) throws SQLException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUp);
    for (long left = warmUp; left > 0; left = (end - System.nanoTime()) / 1_000_000_000) {
      prepare(target, kind);
      load.run(kind, (int) left);
    }
  }

  /** A first lookup finds a node whose agent has no token yet. */
  private static void prepare(Target target, ReadKind kind) throws SQLException {
    if (kind == ReadKind.FIRST_LOOKUP) {
      try (var database = target.database()) {
        StoredNodes.takeTokens(database);
      }
    }
  }

  private static Map<String, Double> cpu(Target target) {
    var seconds = new LinkedHashMap<String, Double>();
    target
        .processes()
        .forEach((name, processes) -> seconds.put(name, ProcessUse.of(processes).cpuSeconds()));
    seconds.put(SELF, ProcessUse.of(List.of(ProcessHandle.current())).cpuSeconds());
    return seconds;
  }

  private static Map<String, Double> perRequest(
      Map<String, Double> before, Map<String, Double> after, long count) {
    var millis = new LinkedHashMap<String, Double>();
    after.forEach(
        (name, seconds) ->
            millis.put(
                name, (seconds - before.getOrDefault(name, 0.0)) * 1000 / Math.max(1, count)));
    millis.values().removeIf(used -> used < 0.01);
    return millis;
  }
}

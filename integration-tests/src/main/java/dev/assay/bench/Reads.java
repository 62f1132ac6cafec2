package dev.assay.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Benchmark of reads: measures how fast the API serves pages, single nodes, lookups and heartbeats
 * on a fixed number of connections, with as many stored nodes as a large site has; pages also on a
 * single connection.
 */
@Command(
    name = "integration-tests/bench/reads",
    description = "How fast nodes are read, looked up and heard of.")
public final class Reads implements Callable<Integer> {
  private static final String SELF = "load generator";

  @Option(
      names = "--stack",
      paramLabel = "STACK",
      description = "What to measure: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  StackKind stack = StackKind.SERVICES;

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

  Reads() {}

  /** Exits with 0 when every request succeeded. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Reads(), arguments);
  }

  @Override
  public Integer call() throws SQLException {
    return measure() ? 0 : 1;
  }

  private boolean measure() throws SQLException {
    try (var target = Target.start(stack)) {
      System.err.println("writing " + nodes + " nodes ...");
      try (var database = target.database()) {
        StoredNodes.write(database, nodes);
      }
      target.encrypt();
      System.out.printf("reads: %s, %d nodes, %d seconds each%n%n", stack, nodes, seconds);
      System.out.printf(
          "%-30s %6s %9s %8s %8s %8s %5s   %s%n",
          "request", "conns", "a second", "p50 ms", "p99 ms", "max ms", "bad", "CPU ms a request");
      var succeeded = true;
      for (var kind : only) {
        succeeded &= measure(target, kind, connections);
        if (kind == ReadKind.PAGE || kind == ReadKind.FULL_PAGE) {
          succeeded &= measure(target, kind, 1);
        }
      }
      return succeeded;
    }
  }

  private boolean measure(Target target, ReadKind kind, int connections) {
    try (var load = new ReadLoad(target.api().address(), connections, nodes)) {
      load.run(kind, warmUp);
      var before = cpu(target);
      var result = load.run(kind, seconds);
      var after = cpu(target);
      var micros = result.micros();
      var count = micros.getTotalCount();
      System.out.printf(
          "%-30s %6d %9.0f %8.1f %8.1f %8.1f %5d   %s%n",
          kind.title(),
          connections,
          count / result.seconds(),
          micros.getValueAtPercentile(50) / 1000.0,
          micros.getValueAtPercentile(99) / 1000.0,
          micros.getMaxValue() / 1000.0,
          result.bad(),
          perRequest(before, after, count));
      return result.bad() == 0 && count > 0;
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

  /** The processor milliseconds per request of each process that used at least 0.01 ms. */
  private static String perRequest(
      Map<String, Double> before, Map<String, Double> after, long count) {
    var parts = new ArrayList<String>();
    after.forEach(
        (name, seconds) -> {
          var millis = (seconds - before.getOrDefault(name, 0.0)) * 1000 / Math.max(1, count);
          if (millis >= 0.01) {
            parts.add("%s %.2f".formatted(name, millis));
          }
        });
    return String.join(", ", parts);
  }
}

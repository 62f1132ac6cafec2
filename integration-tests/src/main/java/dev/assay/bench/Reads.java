package dev.assay.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Benchmark of reads: measures how fast the API serves pages, single nodes, lookups and heartbeats
 * on a fixed number of connections, with as many stored nodes as a large site has; pages also on a
 * single connection.
 */
public final class Reads {
  private static final String SELF = "load generator";

  private Reads() {}

  /** Exits with 0 when every request succeeded. */
  public static void main(String... arguments) throws SQLException {
    if (List.of(arguments).contains("--help")) {
      System.out.print(ReadsOptions.USAGE);
      return;
    }
    ReadsOptions options;
    try {
      options = ReadsOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(ReadsOptions.USAGE);
      System.exit(2);
      return;
    }
    System.exit(run(options) ? 0 : 1);
  }

  private static boolean run(ReadsOptions options) throws SQLException {
    try (var target = Target.start(options.stack())) {
      System.err.println("writing " + options.nodes() + " nodes ...");
      try (var database = target.database()) {
        StoredNodes.write(database, options.nodes());
      }
      target.encrypt();
      System.out.printf(
          "reads: %s, %d nodes, %d seconds each%n%n",
          options.stack().name().toLowerCase(Locale.ROOT), options.nodes(), options.seconds());
      System.out.printf(
          "%-30s %6s %9s %8s %8s %8s %5s   %s%n",
          "request", "conns", "a second", "p50 ms", "p99 ms", "max ms", "bad", "CPU ms a request");
      var succeeded = true;
      for (var kind : options.kinds()) {
        succeeded &= measure(options, target, kind, options.connections());
        if (kind == ReadKind.PAGE || kind == ReadKind.FULL_PAGE) {
          succeeded &= measure(options, target, kind, 1);
        }
      }
      return succeeded;
    }
  }

  private static boolean measure(
      ReadsOptions options, Target target, ReadKind kind, int connections) {
    try (var load = new ReadLoad(target.api().address(), connections, options.nodes())) {
      load.run(kind, options.warmUp());
      var before = cpu(target);
      var result = load.run(kind, options.seconds());
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

package dev.assay.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How fast the API answers those who read: pages, single nodes, look-ups and heartbeats, over
 * stored nodes as many as a large site has, on a fixed number of connections; and a page asked for
 * alone.
 */
public final class Reads {
  private static final String SELF = "load generator";

  private Reads() {}

  /** Exits with 0 when every answer was good. */
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
      var good = true;
      for (var kind : options.kinds()) {
        good &= measure(options, target, kind, options.connections());
        if (kind == ReadKind.PAGE || kind == ReadKind.FULL_PAGE) {
          good &= measure(options, target, kind, 1);
        }
      }
      return good;
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
          each(before, after, count));
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

  /** Who used at least a hundredth of a millisecond for each request. */
  private static String each(Map<String, Double> before, Map<String, Double> after, long count) {
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

package dev.assay.bench;

import dev.assay.bench.CallbacksFigures.Latency;
import dev.assay.bench.CallbacksFigures.Use;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Benchmark of callbacks: measures how fast callbacks are accepted and inspections end, and what
 * that costs. Nodes wait for their ramdisks, all callbacks are posted, and all nodes should end in
 * {@code manageable}.
 */
public final class Callbacks {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String SELF = "load generator";

  private Callbacks() {}

  /** Exits with 0 when every callback was accepted and every inspection succeeded. */
  public static void main(String... arguments) {
    if (List.of(arguments).contains("--help")) {
      System.out.print(CallbacksOptions.USAGE);
      return;
    }
    CallbacksOptions options;
    try {
      options = CallbacksOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(CallbacksOptions.USAGE);
      System.exit(2);
      return;
    }
    var figures = run(options);
    figures.print(System.out);
    if (options.json() != null) {
      figures.writeJson(options.json());
    }
    System.exit(figures.allWell() ? 0 : 1);
  }

  /** Starts the target, measures it and stops it. */
  static CallbacksFigures run(CallbacksOptions options) {
    try (var target = Target.start(options.stack())) {
      var nodes = new WaitingNodes(target.api());
      var states = new NodeStates(target.api());
      if (options.warmUp() > 0) {
        System.err.println("warming up with " + options.warmUp() + " nodes ...");
        var load = new CallbackLoad(target.api(), nodes.make(options.warmUp(), 0, options.size()));
        load.asFastAsAnswered(options.concurrency());
        states.awaitNone(TIMEOUT, "inspecting", "inspect wait");
      }
      int before = states.count("manageable");
      System.err.println("making " + options.nodes() + " nodes ...");
      var bodies = nodes.make(options.nodes(), options.warmUp(), options.size());
      System.err.println("posting ...");
      return measure(options, target, states, bodies, before);
    }
  }

  private static CallbacksFigures measure(
      CallbacksOptions options,
      Target target,
      NodeStates states,
      List<byte[]> bodies,
      int manageableBefore) {
    var load = new CallbackLoad(target.api(), bodies);
    var useBefore = use(target);
    long start = System.nanoTime();
    if (options.rate() > 0) {
      load.atRate(options.rate());
    } else {
      load.asFastAsAnswered(options.concurrency());
    }
    double accepting = secondsSince(start);
    states.awaitNone(TIMEOUT, "inspecting");
    double inspecting = secondsSince(start);
    var useAfter = use(target);
    return new CallbacksFigures(
        options.stack().name().toLowerCase(Locale.ROOT),
        options.nodes(),
        bodies.stream().mapToLong(body -> body.length).sum() / bodies.size(),
        options.rate() > 0 ? 0 : options.concurrency(),
        options.rate(),
        latency(load.micros()),
        options.nodes() / accepting,
        options.nodes() / inspecting,
        states.count("manageable") - manageableBefore,
        states.count("inspect failed"),
        Map.copyOf(load.refusals()),
        uses(useBefore, useAfter));
  }

  private static Map<String, ProcessUse> use(Target target) {
    var use = new LinkedHashMap<String, ProcessUse>();
    target.processes().forEach((name, processes) -> use.put(name, ProcessUse.of(processes)));
    use.put(SELF, ProcessUse.of(List.of(ProcessHandle.current())));
    return use;
  }

  private static List<Use> uses(Map<String, ProcessUse> before, Map<String, ProcessUse> after) {
    var uses = new ArrayList<Use>();
    before.forEach((name, use) -> uses.add(Use.between(name, use, after.getOrDefault(name, use))));
    return List.copyOf(uses);
  }

  private static Latency latency(Histogram micros) {
    return new Latency(
        micros.getValueAtPercentile(50) / 1000.0,
        micros.getValueAtPercentile(90) / 1000.0,
        micros.getValueAtPercentile(99) / 1000.0,
        micros.getMaxValue() / 1000.0);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}

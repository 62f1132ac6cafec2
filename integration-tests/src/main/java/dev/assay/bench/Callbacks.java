package dev.assay.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of callbacks: measures how fast callbacks are accepted and inspections end, and what
 * that costs. Nodes wait for their ramdisks, all callbacks are posted, and all nodes should end in
 * {@code manageable}.
 */
@Command(
    name = "integration-tests/bench/callbacks",
    description = "How fast callbacks are accepted and inspections end.")
public final class Callbacks implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @Mixin MeasuredStack stack = new MeasuredStack("callbacks", StackKind.SERVICES);

  @Option(
      names = "--nodes",
      paramLabel = "1..5000",
      description = "Callbacks to measure (default: ${DEFAULT-VALUE}).")
  int nodes = 1000;

  @Option(
      names = "--warm-up",
      paramLabel = "0..5000",
      description = "Callbacks before that, not measured (default: ${DEFAULT-VALUE}).")
  int warmUp = 500;

  @Option(
      names = "--concurrency",
      paramLabel = "1..256",
      description =
          "Callbacks in progress at once, each followed by the next (default: ${DEFAULT-VALUE}).")
  int concurrency = 32;

  @Option(
      names = "--rate",
      paramLabel = "0..2000",
      description =
          "Callbacks a second, however long the responses take; 0: as many as are answered"
              + " (default: ${DEFAULT-VALUE}).")
  int rate;

  @Option(
      names = "--hooks",
      paramLabel = "HOOKS",
      description = "Which hooks run: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  Hooks hooks = Hooks.DEFAULT;

  @Option(
      names = "--rules",
      paramLabel = "0..1000",
      description = "Inspection rules, of five conditions each (default: ${DEFAULT-VALUE}).")
  int rules;

  @Option(
      names = "--with-floor",
      description =
          "Measure afterwards what PostgreSQL alone allows for the same writes, and print the ratios.")
  boolean withFloor;

  /** The hooks that run on each inspection. */
  enum Hooks {
    /** Those that run unless others are chosen. */
    DEFAULT,
    /** All that Assay has. */
    ALL;

    Map<String, String> options() {
      return this == ALL ? BenchmarkHooks.OPTIONS : Map.of();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Mixin Bodies bodies = new Bodies();
  @Mixin private Report report = new Report();

  Callbacks() {}

  /** Exits with 0 when every callback was accepted and every inspection succeeded. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Callbacks(), arguments);
  }

  @Override
  public Integer call() {
    var figures = measure();
    report
        .text()
        .printf(
            "callbacks: %s, %d nodes, %s, %.1f kB on average, %s hooks, %d rules, %s%n",
            stack,
            nodes,
            bodies.payload,
            figures.meanBodyBytes() / 1000.0,
            hooks,
            rules,
            rate > 0 ? rate + " a second" : concurrency + " at once");
    figures.print(report.text());
    if (withFloor) {
      var floor =
          FloorFigures.measure(
              CallbackFloor.of(warmUp + nodes, bodies), nodes, warmUp, concurrency);
      var ratios =
          FloorRatios.of(figures, figures.inspectionsPerSecond(), figures.processes(), floor);
      ratios.print(report.text());
      report.write(ratios);
    } else {
      report.write(figures);
    }
    return figures.allWell() ? 0 : 1;
  }

  /** Starts the target, measures it and stops it. */
  private CallbacksFigures measure() {
    try (var target = stack.start(hooks.options())) {
      SampleRules.documents(rules)
          .forEach(rule -> target.api().post("/v1/inspection_rules", rule).require(201));
      var waiting = new WaitingNodes(target.api());
      var states = new NodeStates(target.api());
      if (warmUp > 0) {
        System.err.println("warming up with " + warmUp + " nodes ...");
        var load = new CallbackLoad(target.api(), waiting.make(warmUp, 0, bodies));
        load.asFastAsAnswered(concurrency);
        states.awaitNone(TIMEOUT, "inspecting", "inspect wait");
      }
      int before = states.count("manageable");
      System.err.println("making " + nodes + " nodes ...");
      var posted = waiting.make(nodes, warmUp, bodies);
      System.err.println("posting ...");
      return measure(target, states, posted, before);
    }
  }

  private CallbacksFigures measure(
      Target target, NodeStates states, List<byte[]> posted, int manageableBefore) {
    var load = new CallbackLoad(target.api(), posted);
    var before = InspectionUse.now(target);
    long start = System.nanoTime();
    if (rate > 0) {
      load.atRate(rate);
    } else {
      load.asFastAsAnswered(concurrency);
    }
    double accepting = secondsSince(start);
    states.awaitNone(TIMEOUT, "inspecting");
    double inspecting = secondsSince(start);
    var used = InspectionUse.since(before, target, nodes);
    return new CallbacksFigures(
        nodes,
        posted.stream().mapToLong(body -> body.length).sum() / posted.size(),
        Latency.of(load.micros()),
        nodes / accepting,
        nodes / inspecting,
        states.count("manageable") - manageableBefore,
        states.count("inspect failed"),
        Map.copyOf(load.refusals()),
        used);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}

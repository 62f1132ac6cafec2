package dev.assay.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of orders: many nodes of the fake driver, which starts at once, are told to inspect,
 * and all of them should soon wait for their ramdisks.
 */
@Command(
    name = "integration-tests/bench/orders",
    description = "How fast inspections are ordered and started, and what that costs.")
public final class Orders implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @Mixin MeasuredStack stack = new MeasuredStack("orders", StackKind.SERVICES);

  @Option(
      names = "--nodes",
      paramLabel = "1..5000",
      description = "Nodes that are told to inspect (default: ${DEFAULT-VALUE}).")
  int nodes = 1000;

  @Option(
      names = "--warm-up",
      paramLabel = "0..5000",
      description = "Nodes before that, not measured (default: ${DEFAULT-VALUE}).")
  int warmUp = 500;

  @Option(
      names = "--concurrency",
      paramLabel = "1..256",
      description =
          "Orders in progress at once, each followed by the next (default: ${DEFAULT-VALUE}).")
  int concurrency = 32;

  @Option(
      names = "--with-floor",
      description =
          "Measure afterwards what PostgreSQL alone allows for the same writes, and print the ratios.")
  boolean withFloor;

  @Mixin private Report report = new Report();

  Orders() {}

  /** Exits with 0 when all inspections were started. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Orders(), arguments);
  }

  @Override
  public Integer call() {
    var figures = measure();
    report.text().printf("orders: %s, %d nodes, %d at once%n", stack, nodes, concurrency);
    figures.print(report.text());
    if (withFloor) {
      var floor = FloorFigures.measure(new OrderFloor(), nodes, warmUp, concurrency);
      var ratios = FloorRatios.of(figures, figures.startedPerSecond(), figures.processes(), floor);
      ratios.print(report.text());
      report.write(ratios);
    } else {
      report.write(figures);
    }
    return figures.allWell() ? 0 : 1;
  }

  /** Starts the target, measures it and stops it. */
  OrdersFigures measure() {
    try (var target = stack.start()) {
      var states = new NodeStates(target.api());
      if (warmUp > 0) {
        System.err.println("warming up with " + warmUp + " nodes ...");
        order(target, manageable(target, warmUp));
        states.awaitNone(TIMEOUT, "inspecting");
      }
      int before = states.count("inspect wait");
      System.err.println("making " + nodes + " nodes ...");
      var ordered = manageable(target, nodes);
      System.err.println("ordering inspections ...");
      return measure(target, states, ordered, before);
    }
  }

  private OrdersFigures measure(
      Target target, NodeStates states, List<String> ordered, int waitingBefore) {
    var useBefore = InspectionUse.now(target);
    long start = System.nanoTime();
    var latency = order(target, ordered);
    double ordering = secondsSince(start);
    states.awaitNone(TIMEOUT, "inspecting");
    double starting = secondsSince(start);
    return new OrdersFigures(
        nodes,
        latency,
        nodes / ordering,
        nodes / starting,
        states.count("inspect wait") - waitingBefore,
        InspectionUse.since(useBefore, target, nodes));
  }

  private static List<String> manageable(Target target, int count) {
    var api = target.api();
    var made =
        WaitingNodes.each(
            IntStream.range(0, count).boxed().toList(),
            _ -> api.createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent")));
    new WaitingNodes(api).manage(made);
    return made;
  }

  /** Orders the inspection of each; returns how long the responses took. */
  private Latency order(Target target, List<String> ordered) {
    var micros = new ConcurrentHistogram(3);
    WaitingNodes.each(
        ordered,
        concurrency,
        node -> {
          long start = System.nanoTime();
          target.api().order(node, "inspect");
          micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
          return true;
        });
    return Latency.of(micros);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}

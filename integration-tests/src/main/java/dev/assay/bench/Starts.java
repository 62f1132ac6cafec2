package dev.assay.bench;

import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of starts: many nodes of the fake driver are told to inspect at once. Each start takes
 * 30 s of simulated waiting, with all times scaled down. No start may fail, however long it waits
 * for a free slot, and few commands may be sent again although none gets lost.
 */
@Command(
    name = "integration-tests/bench/starts",
    description = "Whether many inspections that are requested at once all start, and how fast.")
public final class Starts implements Callable<Integer> {
  private static final Duration START_TIME = Duration.ofSeconds(30);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration REORDER_AFTER = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  @Option(
      names = "--nodes",
      paramLabel = "1..20000",
      description = "Nodes that are told to inspect at once (default: ${DEFAULT-VALUE}).")
  int nodes = 10_000;

  @Option(
      names = "--starts",
      paramLabel = "1..1000",
      description = "Concurrent starts on each of the two conductors (default: ${DEFAULT-VALUE}).")
  int starts = 50;

  @Option(
      names = "--scale",
      paramLabel = "1..300",
      description =
          "Divides all times: a start takes 30 s and has a timeout of 10 minutes"
              + " (default: ${DEFAULT-VALUE}).")
  int scale = 100;

  /**
   * The results of one run.
   *
   * @param acceptedAfterSeconds until all requests to inspect were accepted
   * @param startedAfterSeconds until all starts had ended
   * @param reorders commands that were sent again
   */
  record Figures(
      int nodes,
      int waiting,
      int failed,
      long startedTwice,
      double acceptedAfterSeconds,
      double startedAfterSeconds,
      long reorders) {
    boolean allWell() {
      return waiting == nodes && failed == 0 && startedTwice == 0;
    }

    void print(PrintStream out) {
      out.printf("nodes                %,10d%n", nodes);
      out.printf("accepted after       %,10.1f s%n", acceptedAfterSeconds);
      out.printf("all started after    %,10.1f s%n", startedAfterSeconds);
      out.printf("wait for the ramdisk %,10d%n", waiting);
      out.printf("failed               %,10d%n", failed);
      out.printf("started twice        %,10d%n", startedTwice);
      out.printf("commands sent again  %,10d%n", reorders);
    }
  }

  @Mixin private Report report = new Report();

  Starts() {}

  /** Exits with 0 when all starts succeeded. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Starts(), arguments);
  }

  @Override
  public Integer call() {
    var figures = measure();
    report
        .text()
        .printf(
            "starts: %,d at once on each of 2 conductors, times divided by %d%n", starts, scale);
    figures.print(report.text());
    report.write(figures);
    return figures.allWell() ? 0 : 1;
  }

  /** Starts the services, measures them and stops them. */
  Figures measure() {
    try (var stack = stack()) {
      var states = new NodeStates(stack.api());
      System.err.println("making " + nodes + " nodes ...");
      var made = each(nodes, _ -> create(stack));
      each(made.size(), i -> stack.api().order(made.get(i), "manage"));
      states.awaitNone(TIMEOUT, "verifying");
      System.err.println("ordering inspections ...");
      long start = System.nanoTime();
      each(made.size(), i -> stack.api().order(made.get(i), "inspect"));
      double ordering = secondsSince(start);
      states.awaitNone(TIMEOUT, "inspecting");
      double starting = secondsSince(start);
      return new Figures(
          nodes,
          states.count("inspect wait"),
          states.count("inspect failed"),
          stack
              .database()
              .count("select count(*) from inspection where jsonb_array_length(timeline) <> 2"),
          ordering,
          starting,
          stack.conductors().stream().mapToLong(Starts::reorders).sum());
    }
  }

  private Stack stack() {
    return Stack.named("bench-starts")
        .conductors(2)
        .fast()
        .set("assay.inspector.require-managed-boot", false)
        .set("assay.conductor.max-concurrent-starts", starts)
        .set("assay.conductor.inspect-start-timeout", scaled(START_TIMEOUT))
        .set("assay.conductor.reorder-after", scaled(REORDER_AFTER))
        .set("assay.conductor.check-provision-state-interval", "PT1S")
        .start();
  }

  private String create(Stack stack) {
    var seconds = scaled(START_TIME).toMillis() / 1000.0;
    return stack
        .api()
        .createNode(
            Map.of(
                "driver", "fake-hardware",
                "inspect_interface", "agent",
                "driver_info", Map.of("fake_power_delay", seconds)));
  }

  private Duration scaled(Duration time) {
    return time.dividedBy(scale);
  }

  private static long reorders(Service conductor) {
    try {
      return conductor
          .text("/q/metrics")
          .lines()
          .filter(line -> line.startsWith("assay_conductor_reorders_total"))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException("the metrics of " + conductor.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while metrics were read", e);
    }
  }

  private static <T> List<T> each(int count, IntFunction<T> work) {
    return WaitingNodes.each(IntStream.range(0, count).boxed().toList(), work::apply);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}

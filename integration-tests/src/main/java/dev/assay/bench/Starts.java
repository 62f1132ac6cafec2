package dev.assay.bench;

import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Benchmark of starts: many nodes of the fake driver are told to inspect at once. Each start takes
 * 30 s of simulated waiting, with all times scaled down. No start may fail, however long it waits
 * for a free slot, and few commands may be sent again although none gets lost.
 */
public final class Starts {
  private static final Duration START_TIME = Duration.ofSeconds(30);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration REORDER_AFTER = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  /**
   * The results of one run.
   *
   * @param ordering seconds until all requests to inspect were accepted
   * @param starting seconds until all starts had ended
   * @param reorders commands that were sent again
   */
  record Figures(
      StartsOptions options,
      int waiting,
      int failed,
      long startedTwice,
      double ordering,
      double starting,
      long reorders) {
    boolean allWell() {
      return waiting == options.nodes() && failed == 0 && startedTwice == 0;
    }

    void print(PrintStream out) {
      out.printf("nodes                %,10d%n", options.nodes());
      out.printf("starts at once       %,10d on each of 2 conductors%n", options.starts());
      out.printf("scale                %,10d%n", options.scale());
      out.printf("accepted after       %,10.1f s%n", ordering);
      out.printf("all started after    %,10.1f s%n", starting);
      out.printf("wait for the ramdisk %,10d%n", waiting);
      out.printf("failed               %,10d%n", failed);
      out.printf("started twice        %,10d%n", startedTwice);
      out.printf("commands sent again  %,10d%n", reorders);
    }
  }

  private Starts() {}

  /** Exits with 0 when all starts succeeded. */
  public static void main(String... arguments) {
    if (List.of(arguments).contains("--help")) {
      System.out.print(StartsOptions.USAGE);
      return;
    }
    StartsOptions options;
    try {
      options = StartsOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(StartsOptions.USAGE);
      System.exit(2);
      return;
    }
    var figures = run(options);
    figures.print(System.out);
    System.exit(figures.allWell() ? 0 : 1);
  }

  /** Starts the services, measures them and stops them. */
  static Figures run(StartsOptions options) {
    try (var stack = stack(options)) {
      var states = new NodeStates(stack.api());
      System.err.println("making " + options.nodes() + " nodes ...");
      var nodes = each(options.nodes(), _ -> create(stack, options));
      each(nodes.size(), i -> stack.api().order(nodes.get(i), "manage"));
      states.awaitNone(TIMEOUT, "verifying");
      System.err.println("ordering inspections ...");
      long start = System.nanoTime();
      each(nodes.size(), i -> stack.api().order(nodes.get(i), "inspect"));
      double ordering = secondsSince(start);
      states.awaitNone(TIMEOUT, "inspecting");
      double starting = secondsSince(start);
      return new Figures(
          options,
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

  private static Stack stack(StartsOptions options) {
    return Stack.named("bench-starts")
        .conductors(2)
        .fast()
        .set("assay.inspector.require-managed-boot", false)
        .set("assay.conductor.max-concurrent-starts", options.starts())
        .set("assay.conductor.inspect-start-timeout", options.scaled(START_TIMEOUT))
        .set("assay.conductor.reorder-after", options.scaled(REORDER_AFTER))
        .set("assay.conductor.check-provision-state-interval", "PT1S")
        .start();
  }

  private static String create(Stack stack, StartsOptions options) {
    var seconds = options.scaled(START_TIME).toMillis() / 1000.0;
    return stack
        .api()
        .createNode(
            Map.of(
                "driver", "fake-hardware",
                "inspect_interface", "agent",
                "driver_info", Map.of("fake_power_delay", seconds)));
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

package dev.assay.bench;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has the stored data of many nodes processed again by one order. */
@Command(
    name = "integration-tests/bench/reapply",
    description = "How fast the stored data of many nodes are processed again.")
public final class Reapplies implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @Option(
      names = "--nodes",
      paramLabel = "1..100000",
      description = "Nodes with stored data (default: ${DEFAULT-VALUE}).")
  int nodes = 1000;

  @Option(
      names = "--size",
      paramLabel = "1..1000000",
      description = "Bytes of the data of each (default: ${DEFAULT-VALUE}).")
  int size = 50_000;

  @Option(
      names = "--rate",
      paramLabel = "1..10000",
      description = "The option assay.reapply.rate (default: ${DEFAULT-VALUE}).")
  int rate = 100;

  @Option(
      names = "--conductors",
      paramLabel = "1..8",
      description = "Conductors that share the work (default: ${DEFAULT-VALUE}).")
  int conductors = 1;

  @Mixin private Report report = new Report();

  Reapplies() {}

  /** Exits with 0 when the data of all nodes were processed again successfully. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Reapplies(), arguments);
  }

  /**
   * The results.
   *
   * @param seconds from the order until its last inspection had ended
   */
  record Figures(int nodes, int finished, double seconds) {
    void print(PrintStream out) {
      out.printf("finished         %,8d of %,d%n", finished, nodes);
      out.printf("all finished after %8.1f s%n", seconds);
      out.printf("nodes a second     %8.1f%n", finished / seconds);
    }
  }

  @Override
  public Integer call() {
    try (var stack =
        Stack.named("bench-reapply")
            .fast()
            .conductors(conductors)
            .set("assay.inspector.require-managed-boot", false)
            .set("assay.reapply.rate", rate)
            .start()) {
      var figures = measure(stack.api());
      report
          .text()
          .printf(
              "reapply: %,d nodes with %,d bytes each, %d conductors, %d begun a second%n",
              nodes, size, conductors, rate);
      figures.print(report.text());
      report.write(figures);
      return figures.finished() == nodes ? 0 : 1;
    }
  }

  private Figures measure(ApiClient api) {
    System.err.println("inspecting " + nodes + " nodes ...");
    var states = new NodeStates(api);
    new CallbackLoad(api, new WaitingNodes(api).make(nodes, 0, Bodies.small(size)))
        .asFastAsAnswered(8);
    states.awaitNone(TIMEOUT, "inspecting", "inspect wait");
    System.err.println("processing their data again ...");
    long start = System.nanoTime();
    var order = api.post("/v1/reapplies", Map.of()).require(202).header("Location");
    await("the order has ended")
        .atMost(TIMEOUT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> inProgress(show(api, order)) == 0);
    double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
    return new Figures(nodes, show(api, order).path("finished").asInt(), seconds);
  }

  private static int inProgress(JsonNode progress) {
    return progress.path("waiting").asInt() + progress.path("running").asInt();
  }

  private static JsonNode show(ApiClient api, String order) {
    return api.get(order.substring(order.indexOf("/v1/"))).require(200).json().path("nodes");
  }
}

package dev.assay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of a service under hostile load: measures ordinary requests while unauthenticated
 * clients post very large bodies and stall. Then many machines post callbacks with logs at once,
 * and each stored inventory is compared with what was sent.
 */
@Command(
    name = "integration-tests/bench/hostile",
    description = "How the service serves while many post far too much, and stall.")
public final class Hostile implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String ADDRESS = "52:54:00:05:71:1e";
  private static final int BODY_SIZE = 200_000;
  private static final int FEW_CONNECTIONS = 8;

  @Mixin MeasuredStack stack = new MeasuredStack("hostile", StackKind.STANDALONE);

  @Option(
      names = "--connections",
      paramLabel = "0..400",
      description =
          "Connections that post large bodies of unknown machines, half of them stalling"
              + " (default: ${DEFAULT-VALUE}).")
  int connections = 200;

  @Option(
      names = "--body-size",
      paramLabel = "100000..16000000",
      description = "Bytes of such a body (default: ${DEFAULT-VALUE}).")
  int bodySize = 15_000_000;

  @Option(
      names = "--link",
      paramLabel = "0..1000",
      description =
          "Million bytes a second that they send together, as over a network link; 0: no limit"
              + " (default: ${DEFAULT-VALUE}).")
  int link = 125;

  @Option(
      names = "--warm-up",
      paramLabel = "0..300",
      description =
          "Seconds of ordinary requests before, half of them beside 8 such connections"
              + " (default: ${DEFAULT-VALUE}).")
  int warmUp = 30;

  @Option(
      names = "--seconds",
      paramLabel = "1..300",
      description = "How long the measurement takes (default: ${DEFAULT-VALUE}).")
  int seconds = 30;

  @Option(
      names = "--rate",
      paramLabel = "1..500",
      description = "Ordinary requests a second meanwhile (default: ${DEFAULT-VALUE}).")
  int rate = 50;

  @Option(
      names = "--callbacks",
      paramLabel = "0..1000",
      description =
          "Callbacks of waiting machines afterwards, all at once, repeated as ramdisks do"
              + " (default: ${DEFAULT-VALUE}).")
  int callbacks = 300;

  @Option(
      names = "--callback-size",
      paramLabel = "300000..15000000",
      description = "Bytes of such a callback (default: ${DEFAULT-VALUE}).")
  int callbackSize = 3_000_000;

  @Mixin private Report report = new Report();

  Hostile() {}

  /**
   * Exits with 0 when all ordinary requests succeeded and all callbacks were inspected and stored
   * as sent.
   */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Hostile(), arguments);
  }

  @Override
  public Integer call() {
    var figures = measure();
    figures.print(report.text());
    report.write(figures);
    return figures.allWell() ? 0 : 1;
  }

  /** Starts the target, measures it and stops it. */
  HostileFigures measure() {
    try (var target = stack.start()) {
      var api = target.api();
      var node = api.createNode(Map.of("driver", "fake-hardware"));
      api.createPort(node, ADDRESS);
      System.err.println("warming up ...");
      var shared = new Link(link);
      var alone = (warmUp + 1) / 2;
      new OrdinaryRequests(api, node, ADDRESS).run(alone, rate);
      try (var _ = new LargePosts(api.address(), FEW_CONNECTIONS, bodySize, shared)) {
        new OrdinaryRequests(api, node, ADDRESS).run(warmUp - alone, rate);
      }
      var ordinary = new OrdinaryRequests(api, node, ADDRESS);
      var watches = new LinkedHashMap<String, PeakMemory>();
      target.processes().forEach((name, all) -> watches.put(name, watch(target, name, all)));
      System.err.println("posting large bodies ...");
      Map<String, Integer> large;
      try (var posts = new LargePosts(api.address(), connections, bodySize, shared)) {
        ordinary.run(seconds, rate);
        large = posts.outcomes();
      }
      var figures = callbacks(target, ordinary, large);
      watches.forEach(
          (name, watch) -> {
            figures.peakMib().put(name, watch.peak() >> 20);
            watch.close();
          });
      return figures;
    }
  }

  /**
   * Watches the memory of one group of processes. Those of a service stay the same; PostgreSQL
   * starts a new one for each connection.
   */
  private static PeakMemory watch(Target target, String name, List<ProcessHandle> all) {
    return new PeakMemory(name.equals(Target.POSTGRES) ? target::postgres : () -> all);
  }

  private HostileFigures callbacks(
      Target target, OrdinaryRequests ordinary, Map<String, Integer> large) {
    var api = target.api();
    System.err.println("making " + callbacks + " nodes ...");
    var bodies =
        callbacks == 0
            ? List.<byte[]>of()
            : new WaitingNodes(api).make(callbacks, 0, Bodies.small(BODY_SIZE));
    System.err.println("posting callbacks ...");
    long start = System.nanoTime();
    int inspected = 0;
    int unchanged = 0;
    double inspecting = 0;
    Map<String, Integer> attempts = Map.of();
    if (!bodies.isEmpty()) {
      var ramdisks = new RetryingRamdisks(api, bodies, callbackSize);
      ramdisks.post();
      var states = new NodeStates(api);
      states.awaitNone(TIMEOUT, "inspecting");
      inspecting = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      inspected = states.count("manageable");
      attempts = ramdisks.outcomes();
      unchanged = ramdisks.unchanged();
    }
    return new HostileFigures(
        Latency.of(ordinary.micros()),
        ordinary.failures(),
        large,
        new LinkedHashMap<>(),
        callbacks,
        inspected,
        unchanged,
        attempts,
        inspecting,
        target.logs().stream().flatMap(log -> outOfMemory(log).stream()).toList());
  }

  private static List<String> outOfMemory(Path log) {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.contains("OutOfMemory")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}

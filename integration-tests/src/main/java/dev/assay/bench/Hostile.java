package dev.assay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Benchmark of a service under hostile load: measures ordinary requests while unauthenticated
 * clients post very large bodies and stall. Then many machines post callbacks with logs at once,
 * and each stored inventory is compared with what was sent.
 */
public final class Hostile {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String ADDRESS = "52:54:00:05:71:1e";
  private static final int BODY_SIZE = 200_000;
  private static final int FEW_CONNECTIONS = 8;

  private Hostile() {}

  /**
   * Exits with 0 when all ordinary requests succeeded and all callbacks were inspected and stored
   * as sent.
   */
  public static void main(String... arguments) {
    if (List.of(arguments).contains("--help")) {
      System.out.print(HostileOptions.USAGE);
      return;
    }
    HostileOptions options;
    try {
      options = HostileOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(HostileOptions.USAGE);
      System.exit(2);
      return;
    }
    var figures = run(options);
    figures.print(System.out);
    System.exit(figures.allWell() ? 0 : 1);
  }

  /** Starts the target, measures it and stops it. */
  static HostileFigures run(HostileOptions options) {
    try (var target = Target.start(options.stack())) {
      var api = target.api();
      var node = api.createNode(Map.of("driver", "fake-hardware"));
      api.createPort(node, ADDRESS);
      System.err.println("warming up ...");
      var link = new Link(options.link());
      var alone = (options.warmUp() + 1) / 2;
      new OrdinaryRequests(api, node, ADDRESS).run(alone, options.rate());
      try (var _ = new LargePosts(api.address(), FEW_CONNECTIONS, options.bodySize(), link)) {
        new OrdinaryRequests(api, node, ADDRESS).run(options.warmUp() - alone, options.rate());
      }
      var ordinary = new OrdinaryRequests(api, node, ADDRESS);
      var watches = new LinkedHashMap<String, PeakMemory>();
      target.processes().forEach((name, all) -> watches.put(name, watch(target, name, all)));
      System.err.println("posting large bodies ...");
      Map<String, Integer> large;
      try (var posts =
          new LargePosts(api.address(), options.connections(), options.bodySize(), link)) {
        ordinary.run(options.seconds(), options.rate());
        large = posts.outcomes();
      }
      var figures = callbacks(options, target, ordinary, large);
      watches.forEach(
          (name, watch) -> {
            figures.memory().put(name, watch.peak());
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

  private static HostileFigures callbacks(
      HostileOptions options,
      Target target,
      OrdinaryRequests ordinary,
      Map<String, Integer> large) {
    var api = target.api();
    System.err.println("making " + options.callbacks() + " nodes ...");
    var bodies =
        options.callbacks() == 0
            ? List.<byte[]>of()
            : new WaitingNodes(api).make(options.callbacks(), 0, BODY_SIZE);
    System.err.println("posting callbacks ...");
    long start = System.nanoTime();
    int inspected = 0;
    int unchanged = 0;
    double seconds = 0;
    Map<String, Integer> attempts = Map.of();
    if (!bodies.isEmpty()) {
      var ramdisks = new RetryingRamdisks(api, bodies, options.callbackSize());
      ramdisks.post();
      var states = new NodeStates(api);
      states.awaitNone(TIMEOUT, "inspecting");
      seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      inspected = states.count("manageable");
      attempts = ramdisks.outcomes();
      unchanged = ramdisks.unchanged();
    }
    return new HostileFigures(
        ordinary.micros(),
        ordinary.failures(),
        large,
        new LinkedHashMap<>(),
        options.callbacks(),
        inspected,
        unchanged,
        attempts,
        seconds,
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

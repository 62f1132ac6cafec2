package dev.assay.bench;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of the stream of events: measures callbacks without and with clients that follow all
 * events, in short phases by turns, so that both meet the machine in the same state. Of the phases
 * without clients there are two kinds that do not differ: what lies between their figures is noise.
 */
@Command(
    name = "integration-tests/bench/events",
    description = {
      "What clients that follow events cost callbacks.",
      "Phases with and without clients take turns; figures are medians over the phases of a kind."
          + " Two of three phases are without clients: what the two differ by is noise. The clients"
          + " are a process of their own with a low priority (--nice), as they run on other machines"
          + " in an installation; what they use is reported apart."
    })
public final class Events implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** The callback is accepted, and the inspection ends. */
  private static final int EVENTS_OF_A_CALLBACK = 2;

  /** Before a phase, in which clients come to rest, and after it, in which they get the rest. */
  private static final Duration SETTLE = Duration.ofSeconds(2);

  /** Without clients, with clients, and without again. */
  private static final int KINDS = 3;

  @Mixin MeasuredStack stack = new MeasuredStack("events", StackKind.SERVICES);

  @Option(
      names = "--subscribers",
      paramLabel = "1..2000",
      description = "Clients that follow events (default: ${DEFAULT-VALUE}).")
  int subscribers = 1000;

  @Option(
      names = "--query",
      paramLabel = "QUERY",
      description = "What they want, for example ?error=true; default: everything.")
  String query = "";

  @Option(
      names = "--phases",
      paramLabel = "1..50",
      description = "Phases of each of the three kinds (default: ${DEFAULT-VALUE}).")
  int phases = 6;

  @Option(
      names = "--nodes",
      paramLabel = "10..2000",
      description = "Callbacks in each phase (default: ${DEFAULT-VALUE}).")
  int nodes = 250;

  @Option(
      names = "--warm-up",
      paramLabel = "0..5000",
      description =
          "Callbacks before that, with clients, not measured (default: ${DEFAULT-VALUE}).")
  int warmUp = 1000;

  @Option(
      names = "--rate",
      paramLabel = "0..2000",
      description =
          "Callbacks a second, however long the responses take; 0: as many as 16 connections get"
              + " answered (default: ${DEFAULT-VALUE}).")
  int rate = 50;

  @Option(
      names = "--nice",
      paramLabel = "0..19",
      description =
          "Niceness of the process of the clients; 0: as what is measured (default:"
              + " ${DEFAULT-VALUE}).")
  int nice = 19;

  @Mixin Bodies bodies = new Bodies();
  @Mixin private Report report = new Report();

  Events() {}

  /** Exits with 0 when every callback was accepted and no event was missed. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Events(), arguments);
  }

  /** What is collected in all phases. */
  private static final class Results {
    private final List<EventsFigures.Phase> without = new ArrayList<>();
    private final List<EventsFigures.Phase> again = new ArrayList<>();
    private final List<EventsFigures.Phase> with = new ArrayList<>();
    private double seconds;
    private double clientsCpuSeconds;
    private boolean missed;

    void add(String kind, List<EventsFigures.Phase> phases, EventsFigures.Phase phase) {
      phases.add(phase);
      System.err.printf(
          Locale.ROOT,
          "%-8s p50 %6.1f ms, p99 %6.1f ms, CPU %5.2f ms each%n",
          kind,
          phase.p50Ms(),
          phase.p99Ms(),
          phase.cpuMsPerCallback());
    }
  }

  @Override
  public Integer call() {
    var figures = measure();
    report
        .text()
        .printf(
            Locale.ROOT,
            "events: %s, %d x %d callbacks, %s, %d clients%s%n",
            stack,
            phases,
            nodes,
            rate > 0 ? rate + " a second" : "16 at once",
            subscribers,
            query.isEmpty() ? "" : " of " + query);
    figures.print(report.text());
    report.write(figures);
    return figures.allWell() ? 0 : 1;
  }

  private EventsFigures measure() {
    try (var target = stack.start();
        var clients = new SubscriberProcess(nice)) {
      var waiting = new WaitingNodes(target.api());
      var states = new NodeStates(target.api());
      System.err.println("making nodes and warming up ...");
      var warming = waiting.make(Math.max(1, warmUp), 0, bodies);
      follow(target, clients); // so that their code is compiled as well
      new CallbackLoad(target.api(), warming).asFastAsAnswered(16);
      states.awaitNone(TIMEOUT, "inspecting", "inspect wait");
      clients.end();
      var results = new Results();
      var from = Math.max(1, warmUp);
      for (var phase = 0; phase < KINDS * phases; phase++) {
        var posted = waiting.make(nodes, from, bodies);
        from += nodes;
        // By turns, and who comes first changes too.
        switch ((phase + phase / KINDS) % KINDS) {
          case 0 -> results.add("without", results.without, run(target, states, posted));
          case 1 -> runFollowed(target, states, posted, clients, results);
          default -> results.add("again", results.again, run(target, states, posted));
        }
      }
      return EventsFigures.of(
          subscribers,
          results.without,
          results.again,
          results.with,
          results.clientsCpuSeconds / results.seconds * 100,
          results.missed);
    }
  }

  private void runFollowed(
      Target target,
      NodeStates states,
      List<byte[]> posted,
      SubscriberProcess clients,
      Results results) {
    follow(target, clients);
    var before = clients.status();
    var cpuBefore = clients.cpuSeconds();
    var phase = run(target, states, posted);
    var seconds = posted.size() / phase.acceptedPerSecond();
    results.seconds += seconds;
    results.clientsCpuSeconds += clients.cpuSeconds() - cpuBefore;
    if (query.isEmpty()) {
      var expected = (long) EVENTS_OF_A_CALLBACK * posted.size();
      await().atMost(Duration.ofSeconds(20)).until(() -> clients.status().fewest() >= expected);
      results.missed |= clients.status().most() != expected;
    }
    var after = clients.status();
    results.missed |= after.ended() > 0;
    results.add(
        "with", results.with, phase.streamed((after.bytes() - before.bytes()) / seconds / 1e6));
    clients.end();
  }

  private void follow(Target target, SubscriberProcess clients) {
    clients.open(URI.create(target.api().address()), subscribers, query);
    await().atMost(TIMEOUT).until(() -> clients.status().begun() == subscribers);
  }

  private EventsFigures.Phase run(Target target, NodeStates states, List<byte[]> posted) {
    await().pollDelay(SETTLE).until(() -> true);
    var load = new CallbackLoad(target.api(), posted);
    var cpuBefore = cpuSeconds(target);
    var start = System.nanoTime();
    if (rate > 0) {
      load.atRate(rate);
    } else {
      load.asFastAsAnswered(16);
    }
    var seconds = (System.nanoTime() - start) / 1e9;
    states.awaitNone(TIMEOUT, "inspecting");
    await().pollDelay(SETTLE).until(() -> true); // the last events are sent
    var accept = Latency.of(load.micros());
    return new EventsFigures.Phase(
        accept.p50Ms(),
        accept.p90Ms(),
        accept.p99Ms(),
        posted.size() / seconds,
        (cpuSeconds(target) - cpuBefore) * 1000 / posted.size(),
        0,
        load.refusals());
  }

  private static double cpuSeconds(Target target) {
    var all = new ArrayList<ProcessHandle>();
    target.processes().values().forEach(all::addAll);
    return ProcessUse.of(all).cpuSeconds();
  }
}

package dev.assay.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.RedfishAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of a whole fleet: all machines are told to inspect in one run, are powered on over
 * Redfish, boot the ramdisk and post their callbacks. BMCs and ramdisks are simulated in this
 * process, on the same machine.
 */
@Command(
    name = "integration-tests/bench/fleet",
    description = "How long the inspection of a whole fleet takes, and with what resources.")
public final class Fleet implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(20);
  private static final int BEST_SECONDS = 10;
  private static final int TOLD_SECONDS = 15;

  /** Nothing more happens on a machine that is still on so long after all inspections ended. */
  private static final Duration POWER_OFF_TIMEOUT = Duration.ofMinutes(1);

  /** Sockets beside those on which the BMCs listen; conductors keep theirs for 5 s. */
  private static final int OTHER_FILES = 5000;

  /** An inspection that did nothing twice was starting, waiting, processing and finished. */
  private static final String ENDED =
      """
      select n.provision_state = 'manageable' and count(*) = 1 and bool_and(i.stage = 'finished'),
        count(*) > 1 or bool_or(jsonb_array_length(i.timeline) > 4), max(i.finished_at),
        count(*) filter (where i.stage = 'error')
      from inspection i join node n on n.id = i.node_id
      group by n.id
      """;

  @Mixin MeasuredStack stack = new MeasuredStack("fleet", StackKind.SERVICES);

  @Option(
      names = "--machines",
      paramLabel = "1..15000",
      description = "Machines that are inspected, all in one run (default: ${DEFAULT-VALUE}).")
  int machines = 10_000;

  @Option(
      names = "--others",
      paramLabel = "0..100000",
      description = "More nodes, which are not inspected (default: ${DEFAULT-VALUE}).")
  int others;

  @Option(
      names = "--conductors",
      paramLabel = "1..8",
      description =
          "Conductors that share the work, with --stack services (default: ${DEFAULT-VALUE}).")
  int conductors = 1;

  @Option(
      names = "--orders",
      paramLabel = "1..256",
      description = "Orders that the operator sends at once (default: ${DEFAULT-VALUE}).")
  int orders = 16;

  @Option(
      names = "--boot-seconds",
      paramLabel = "0..600",
      description =
          "From power on to the ramdisk: of each machine from half to one and a half of this, at"
              + " random (default: ${DEFAULT-VALUE}).")
  int bootSeconds = 60;

  @Option(
      names = "--seed",
      paramLabel = "0..1000000",
      description = "Other machines and boot times (default: ${DEFAULT-VALUE}).")
  int seed = 1;

  @Option(
      names = "--limit",
      paramLabel = "1..600",
      description =
          "Minutes after which the run ends although inspections are under way"
              + " (default: ${DEFAULT-VALUE}).")
  int limit = 60;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw the progress of the machines over time, as SVG.")
  private @Nullable Path plot;

  @Mixin private Report report = new Report();

  Fleet() {}

  /** Exits with 0 when every machine was inspected exactly once. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Fleet(), arguments);
  }

  @Override
  public Integer call() throws Exception {
    var figures = measure();
    report.text().printf("%s, machines boot within about %d s%n%n", title(), bootSeconds);
    figures.print(report.text());
    report.write(figures);
    if (plot != null) {
      Files.writeString(plot, FleetPlot.of(title(), figures.series()));
    }
    return figures.allWell() ? 0 : 1;
  }

  private String title() {
    var services =
        switch (stack.kind) {
          case STANDALONE -> "all in one process";
          case SERVICES -> conductors == 1 ? "one conductor" : conductors + " conductors";
        };
    return "Inspection of %,d machines, %s".formatted(machines, services);
  }

  /** Starts target and machines, measures, and stops them. */
  FleetFigures measure() throws SQLException {
    requireFiles();
    var progress = new FleetProgress();
    try (var target = stack.start(conductors);
        var rack = Rack.of(plan(target), progress).start();
        var database = target.database()) {
      System.err.printf("making %,d nodes ...%n", machines + others);
      writeOthers(database);
      setBootTimes(rack);
      var nodes = WaitingNodes.each(rack.machines(), machine -> enrol(target, machine));
      new NodeStates(target.api()).awaitNone(TIMEOUT, "verifying");
      requireManageable(database);
      System.err.println("inspecting ...");
      return inspect(new Run(target, rack, database, progress), nodes);
    }
  }

  /** Tells at once what would otherwise let BMCs fail in the middle of the run. */
  private void requireFiles() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        && system.getMaxFileDescriptorCount() < machines + OTHER_FILES) {
      throw new IllegalStateException(
          "%,d machines need %,d open files: raise the limit (ulimit -n)"
              .formatted(machines, machines + OTHER_FILES));
    }
  }

  private RackPlan plan(Target target) {
    return RackPlan.to(target.api().address() + "/v1/continue_inspection")
        .machines(machines)
        .seed(seed)
        .powerDelay(Duration.ZERO)
        .networkFirst(true)
        .build();
  }

  /**
   * Boot times of real machines differ, so that callbacks do not follow the order of the starts.
   */
  private void setBootTimes(Rack rack) {
    var random = new SplittableRandom(seed);
    for (var machine : rack.machines()) {
      var millis = (long) (bootSeconds * 1000 * (0.5 + random.nextDouble()));
      machine.misbehave(new Misbehaviour.SlowBoot(Duration.ofMillis(millis)));
    }
  }

  private void writeOthers(Connection database) throws SQLException {
    if (others > 0) {
      StoredNodes.write(database, others);
      try (var statement = database.createStatement()) {
        statement.execute(
            "update node set provision_state = 'manageable', target_provision_state = null,"
                + " inspection_started_at = null, agent_token_hash = null");
        statement.execute("vacuum analyze node");
      }
    }
  }

  /** As for a new machine, of which only the address that it boots from is known. */
  private static String enrol(Target target, Machine machine) {
    var node = RedfishAccess.enrolWithoutPorts(target.api(), machine);
    target.api().createPort(node, machine.macAddresses().getFirst());
    target.api().order(node, "manage");
    return node;
  }

  private void requireManageable(Connection database) throws SQLException {
    var found = count(database, "select count(*) from node where provision_state = 'manageable'");
    if (found != machines + others) {
      throw new IllegalStateException(found + " nodes are manageable before they are inspected");
    }
  }

  /** What takes part in one run. */
  private record Run(Target target, Rack rack, Connection database, FleetProgress progress) {}

  private FleetFigures inspect(Run run, List<String> nodes) throws SQLException {
    try (var use = new FleetUse(run.target)) {
      var start = Instant.now();
      var end = System.nanoTime() + TimeUnit.MINUTES.toNanos(limit);
      var ordered = new ConcurrentLinkedQueue<Double>();
      var teller = Thread.ofVirtual().start(() -> tell(run, start, ordered));
      try {
        WaitingNodes.each(nodes, orders, node -> order(run, node, start, ordered));
        awaitInspected(run, end);
        awaitOff(run);
      } finally {
        teller.interrupt();
      }
      return figures(run, start, Reached.at(ordered), use.of(machines));
    }
  }

  private static boolean order(Run run, String node, Instant start, Queue<Double> ordered) {
    run.target.api().order(node, "inspect");
    return ordered.add(FleetProgress.seconds(start, Instant.now()));
  }

  /** Tells every few seconds how far the run is. */
  private static void tell(Run run, Instant start, Queue<Double> ordered) {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(TOLD_SECONDS);
        System.err.printf(
            "%6.0f s: %,d ordered, %,d powered on, %,d booted, %,d callbacks accepted%n",
            FleetProgress.seconds(start, Instant.now()),
            ordered.size(),
            run.progress.machines(Stage.POWER_ON),
            run.progress.machines(Stage.COLLECTING),
            run.progress.machines(Stage.ACCEPTED));
      }
    } catch (InterruptedException _) {
      // The run is over.
    }
  }

  private static void awaitInspected(Run run, long end) throws SQLException {
    var active = "select count(*) from inspection where stage not in ('finished', 'error')";
    while (count(run.database, active) > 0 && System.nanoTime() < end) {
      pause();
    }
  }

  /** Machines are powered off after their node is manageable again. */
  private static void awaitOff(Run run) {
    var end = System.nanoTime() + POWER_OFF_TIMEOUT.toNanos();
    while (leftOn(run) > 0 && System.nanoTime() < end) {
      pause();
    }
  }

  private static int leftOn(Run run) {
    return (int)
        run.rack.machines().stream()
            .filter(machine -> machine.powerState() != PowerState.OFF)
            .count();
  }

  private FleetFigures figures(
      Run run, Instant start, Reached ordered, List<FleetFigures.Use> processes)
      throws SQLException {
    int once = 0;
    int failed = 0;
    int doubled = 0;
    var manageable = new ArrayList<Double>();
    try (var statement = run.database.createStatement();
        var rows = statement.executeQuery(ENDED)) {
      while (rows.next()) {
        if (rows.getBoolean(1)) {
          once++;
          manageable.add(FleetProgress.seconds(start, instant(rows.getTimestamp(3))));
        }
        doubled += rows.getBoolean(2) ? 1 : 0;
        failed += rows.getInt(4);
      }
    }
    var progress = run.progress;
    var accepted = progress.reached(Stage.ACCEPTED, start);
    var steps = new LinkedHashMap<String, Reached>();
    steps.put("ordered", ordered);
    steps.put("powered_on", progress.reached(Stage.POWER_ON, start));
    steps.put("booted", progress.reached(Stage.COLLECTING, start));
    steps.put("callback_accepted", accepted);
    steps.put("manageable", Reached.at(manageable));
    return new FleetFigures(
        machines,
        once,
        failed,
        doubled,
        progress.repeated(Stage.POSTING),
        progress.repeated(Stage.POWER_ON),
        leftOn(run),
        errorLines(run.target),
        count(run.database, "select coalesce(avg(size), 0)::bigint from inspection_payload"),
        accepted.rate(),
        accepted.highestRate(BEST_SECONDS),
        steps.entrySet().stream()
            .map(step -> FleetFigures.Step.of(step.getKey(), step.getValue()))
            .toList(),
        processes,
        FleetFigures.series(steps));
  }

  private static Instant instant(@Nullable Timestamp finished) {
    if (finished == null) {
      throw new IllegalStateException("an inspection finished at no time");
    }
    return finished.toInstant();
  }

  private static int errorLines(Target target) {
    return (int) target.logs().stream().mapToLong(Fleet::errorLines).sum();
  }

  private static long errorLines(Path log) {
    try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.contains(" ERROR ")).count();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }

  private static long count(Connection database, String sql) throws SQLException {
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the fleet is inspected", e);
    }
  }
}

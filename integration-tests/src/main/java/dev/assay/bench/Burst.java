package dev.assay.bench;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.stack.RedfishAccess;
import dev.assay.stack.Stack;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Orders many inspections at once in a fleet that is ten times as large: machines are powered on
 * over Redfish, boot the ramdisk and post their callbacks. BMCs and ramdisks are simulated in this
 * process, on the same machine.
 */
@Command(
    name = "integration-tests/bench/burst",
    description = "How fast a burst of inspections is over in a large fleet, and in what memory.")
public final class Burst implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);
  private static final double MEBIBYTE = 1 << 20;

  @Option(
      names = "--nodes",
      paramLabel = "1..100000",
      description = "Nodes in the database (default: ${DEFAULT-VALUE}).")
  int nodes = 10_000;

  @Option(
      names = "--inspections",
      paramLabel = "1..5000",
      description = "Machines of these that are inspected at once (default: ${DEFAULT-VALUE}).")
  int inspections = 1000;

  @Option(
      names = "--conductors",
      paramLabel = "1..8",
      description = "Conductors that share the work (default: ${DEFAULT-VALUE}).")
  int conductors = 2;

  @Option(
      names = "--boot-seconds",
      paramLabel = "0..600",
      description = "From power on to the ramdisk (default: ${DEFAULT-VALUE}).")
  int bootSeconds = 1;

  @Mixin private Report report = new Report();

  /** When the first and the last machine reached each stage, by {@link System#nanoTime}. */
  private final Map<Stage, long[]> reached = new EnumMap<>(Stage.class);

  private final Map<Stage, Integer> counts = new EnumMap<>(Stage.class);

  Burst() {}

  /** Exits with 0 when all inspections succeeded. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Burst(), arguments);
  }

  /**
   * The results. All times begin with the first order.
   *
   * @param orderedSeconds until the last order was accepted
   * @param poweredOnSeconds until the last machine was on
   * @param bootedSeconds until the ramdisk of the last machine ran
   * @param callbacksPerSecond accepted, from the first to the last
   * @param manageableSeconds until the last node was manageable
   * @param peakMebibytes resident memory of each process at its highest
   */
  record Figures(
      int finished,
      double orderedSeconds,
      double poweredOnSeconds,
      double bootedSeconds,
      double callbacksPerSecond,
      double manageableSeconds,
      Map<String, Double> peakMebibytes) {
    void print(PrintStream out) {
      out.printf("all ordered after      %8.1f s%n", orderedSeconds);
      out.printf("all powered on after   %8.1f s%n", poweredOnSeconds);
      out.printf("all booted after       %8.1f s%n", bootedSeconds);
      out.printf("callbacks a second     %8.1f%n", callbacksPerSecond);
      out.printf("all manageable after   %8.1f s%n", manageableSeconds);
      peakMebibytes.forEach((name, mebibytes) -> out.printf("%-22s %8.0f MiB%n", name, mebibytes));
    }
  }

  @Override
  public Integer call() throws Exception {
    var figures = measure();
    report
        .text()
        .printf(
            "%,d of %,d nodes inspected at once, %d conductors%n", inspections, nodes, conductors);
    figures.print(report.text());
    report.write(figures);
    return figures.finished() == inspections ? 0 : 1;
  }

  private Figures measure() throws SQLException {
    try (var stack =
            Stack.named("bench-burst")
                .fast()
                .conductors(conductors)
                .set("assay.inspector.require-managed-boot", false)
                .start();
        var rack = Rack.of(plan(stack), this::happened).start()) {
      System.err.println("making nodes ...");
      writeOtherNodes(stack);
      var made = WaitingNodes.each(rack.machines(), machine -> enrol(stack, machine));
      var states = new NodeStates(stack.api());
      states.awaitNone(TIMEOUT, "verifying");
      System.err.println("inspecting ...");
      return inspect(stack, states, made);
    }
  }

  private RackPlan plan(Stack stack) {
    return RackPlan.to(stack.callbackUrl())
        .machines(inspections)
        .kinds(HardwareKind.ONE_U_TWO_SOCKET)
        .bootTime(Duration.ofSeconds(bootSeconds))
        .powerDelay(Duration.ZERO)
        .networkFirst(true)
        .build();
  }

  /** The nodes that are not inspected. */
  private void writeOtherNodes(Stack stack) throws SQLException {
    if (nodes > inspections) {
      try (var database = stack.database().connect();
          var statement = database.createStatement()) {
        StoredNodes.write(database, nodes - inspections);
        statement.execute(
            "update node set provision_state = 'manageable', target_provision_state = null,"
                + " inspection_started_at = null, agent_token_hash = null");
        statement.execute("vacuum analyze node");
      }
    }
  }

  private static String enrol(Stack stack, Machine machine) {
    var node = RedfishAccess.enrol(stack.api(), machine);
    stack.api().order(node, "manage");
    return node;
  }

  private Figures inspect(Stack stack, NodeStates states, List<String> made) throws SQLException {
    var memory = new LinkedHashMap<String, PeakMemory>();
    Stream.of(stack.apis(), stack.conductors())
        .flatMap(List::stream)
        .forEach(
            service ->
                memory.put(service.name(), new PeakMemory(() -> service.process().processes())));
    synchronized (this) {
      reached.clear();
      counts.clear();
    }
    var start = System.nanoTime();
    WaitingNodes.each(made, node -> stack.api().order(node, "inspect"));
    var ordered = System.nanoTime();
    states.awaitNone(TIMEOUT, "inspecting", "inspect wait");
    var end = System.nanoTime();
    memory.values().forEach(PeakMemory::close);
    var peaks = new LinkedHashMap<String, Double>();
    memory.forEach((name, peak) -> peaks.put(name, peak.peak() / MEBIBYTE));
    synchronized (this) {
      var callbacks = reached.getOrDefault(Stage.ACCEPTED, new long[] {start, end});
      return new Figures(
          finished(stack),
          seconds(ordered - start),
          seconds(last(Stage.POWER_ON, end) - start),
          seconds(last(Stage.COLLECTING, end) - start),
          counts.getOrDefault(Stage.ACCEPTED, 0) / seconds(callbacks[1] - callbacks[0]),
          seconds(end - start),
          peaks);
    }
  }

  private static int finished(Stack stack) {
    return (int) stack.database().count("select count(*) from inspection where stage = 'finished'");
  }

  private long last(Stage stage, long otherwise) {
    return reached.getOrDefault(stage, new long[] {otherwise, otherwise})[1];
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private synchronized void happened(MachineEvent event) {
    var now = System.nanoTime();
    reached.computeIfAbsent(event.stage(), _ -> new long[] {now, now})[1] = now;
    counts.merge(event.stage(), 1, Integer::sum);
  }
}

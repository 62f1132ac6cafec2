package dev.assay.bench;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.RedfishAccess;
import dev.assay.stack.Stack;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of inspections without a ramdisk: many nodes of driver redfish are told to inspect at
 * once, several times. The simulated BMCs run in this process, on the same machine.
 */
@Command(
    name = "integration-tests/bench/out-of-band",
    description =
        "How fast many BMCs are asked what their machines consist of, and in what memory.")
public final class OutOfBand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);
  private static final double MEBIBYTE = 1 << 20;

  @Option(
      names = "--nodes",
      paramLabel = "1..5000",
      description = "Nodes that are told to inspect at once (default: ${DEFAULT-VALUE}).")
  int nodes = 1000;

  @Option(
      names = "--rounds",
      paramLabel = "1..20",
      description = "How often, one time after the other (default: ${DEFAULT-VALUE}).")
  int rounds = 3;

  @Option(
      names = "--latency",
      paramLabel = "MILLISECONDS",
      description = "How late each BMC responds (default: ${DEFAULT-VALUE}).")
  int latency;

  @Option(
      names = "--bmc-kinds",
      split = ",",
      paramLabel = "KIND",
      description = "Kinds of BMCs, in rotation: " + BmcKind.NAMES + " (default: generic).")
  List<String> bmcKinds = List.of("generic");

  @Option(
      names = "--systems-per-bmc",
      paramLabel = "1..16",
      description = "How many machines each BMC controls (default: ${DEFAULT-VALUE}).")
  int systemsPerBmc = 1;

  @Option(
      names = "--conductors",
      paramLabel = "1..8",
      description = "Conductors that share the work (default: ${DEFAULT-VALUE}).")
  int conductors = 1;

  @Mixin private Report report = new Report();

  /**
   * The results of one round.
   *
   * @param seconds from the first request until the last inspection ended
   * @param conductorSeconds processor time of the conductors
   * @param residentMebibytes resident memory of the conductors at the end
   * @param peakMebibytes the same at its highest
   */
  record Round(
      int finished,
      int failed,
      double seconds,
      double conductorSeconds,
      double residentMebibytes,
      double peakMebibytes) {}

  /** The results of all rounds. */
  record Figures(int nodes, List<Round> rounds) {
    boolean allWell() {
      return rounds.stream().allMatch(round -> round.finished() == nodes && round.failed() == 0);
    }

    void print(PrintStream out) {
      out.println(
          "round  finished  failed  seconds  CPU s of conductors  MiB at the end   at most");
      for (int i = 0; i < rounds.size(); i++) {
        var round = rounds.get(i);
        out.printf(
            "%5d  %,8d  %,6d  %7.1f  %19.1f  %14.0f  %8.0f%n",
            i + 1,
            round.finished(),
            round.failed(),
            round.seconds(),
            round.conductorSeconds(),
            round.residentMebibytes(),
            round.peakMebibytes());
      }
    }
  }

  OutOfBand() {}

  /** Exits with 0 when all inspections succeeded. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new OutOfBand(), arguments);
  }

  @Override
  public Integer call() {
    var figures = measure();
    report
        .text()
        .printf(
            "inspections without a ramdisk: %,d at once, %d conductors, BMCs %d ms late%n",
            nodes, conductors, latency);
    figures.print(report.text());
    report.write(figures);
    return figures.allWell() ? 0 : 1;
  }

  /** Starts services and BMCs, measures, and stops them. */
  Figures measure() {
    var plan =
        RackPlan.to("http://127.0.0.1:1/v1/continue_inspection")
            .kinds(HardwareKind.ONE_U_TWO_SOCKET)
            .machines(nodes)
            .bmcKinds(BmcKind.named(bmcKinds))
            .systemsPerBmc(systemsPerBmc)
            .bmcLatency(Duration.ofMillis(latency))
            .build();
    try (var stack = Stack.named("bench-out-of-band").conductors(conductors).fast().start();
        var rack = Rack.of(plan).start()) {
      System.err.println("making " + nodes + " nodes ...");
      var states = new NodeStates(stack.api());
      var made = WaitingNodes.each(rack.machines(), machine -> create(stack, machine));
      order(stack, made, "manage");
      states.awaitNone(TIMEOUT, "verifying");
      var results = new ArrayList<Round>();
      for (int round = 1; round <= rounds; round++) {
        System.err.printf("round %d ...%n", round);
        results.add(round(stack, states, made));
      }
      return new Figures(nodes, results);
    }
  }

  private static Round round(Stack stack, NodeStates states, List<String> made) {
    var before = use(stack);
    try (var memory = new PeakMemory(() -> processes(stack))) {
      long start = System.nanoTime();
      order(stack, made, "inspect");
      states.awaitNone(TIMEOUT, "inspecting");
      double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      var after = use(stack);
      return new Round(
          states.count("manageable"),
          states.count("inspect failed"),
          seconds,
          after.cpuSeconds() - before.cpuSeconds(),
          after.resident() / MEBIBYTE,
          memory.peak() / MEBIBYTE);
    }
  }

  private static void order(Stack stack, List<String> made, String target) {
    WaitingNodes.each(made, node -> stack.api().order(node, target));
  }

  private static String create(Stack stack, Machine machine) {
    return stack
        .api()
        .createNode(
            Map.of(
                "driver",
                "redfish",
                "inspect_interface",
                "redfish",
                "driver_info",
                RedfishAccess.of(machine)));
  }

  private static ProcessUse use(Stack stack) {
    return ProcessUse.of(processes(stack));
  }

  private static List<ProcessHandle> processes(Stack stack) {
    return stack.conductors().stream().flatMap(it -> it.process().processes().stream()).toList();
  }
}

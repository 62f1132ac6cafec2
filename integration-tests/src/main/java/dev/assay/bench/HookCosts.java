package dev.assay.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Pipelines;
import dev.assay.conductor.pipeline.RedfishHookConfig;
import dev.assay.conductor.pipeline.RulePhases;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inventory.Inventory;
import dev.assay.node.NodeId;
import dev.assay.simulator.Payloads;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Benchmark of the processor time of the hooks, in total and each: runs them in this process on one
 * payload repeatedly.
 */
@Command(name = "integration-tests/bench/hooks", description = "What the hooks cost the processor.")
public final class HookCosts implements Callable<Integer> {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final NodeId NODE = NodeId.of("7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");
  private static final String LIST =
      "ramdisk-error,validate-interfaces,ports,architecture,accelerators,boot-mode,"
          + "cpu-capabilities,cpus,extra-hardware,local-link-connection,memory,parse-lldp,"
          + "pci-devices,physical-network,raid-device,root-device";
  private static final Map<String, String> OPTIONS =
      Map.of(
          "assay.inspector.hooks", LIST,
          "assay.inspector.add-ports", "all",
          "assay.inspector.physical-network-cidr-map", "192.0.2.0/24:one,10.0.0.0/8:two",
          "assay.inspector.pci-device-alias",
              "{\"vendor_id\": \"10de\", \"product_id\": \"26b9\", \"name\": \"gpu\"}");

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The body of a callback (default: one of a simulated machine).")
  @Nullable Path file;

  @Option(
      names = "--size",
      paramLabel = "1..1000000",
      description = "Bytes of the simulated body (default: ${DEFAULT-VALUE}).")
  int size = 50_000;

  @Option(
      names = "--warm-up",
      paramLabel = "0..1000000",
      description =
          "Runs before, not measured: the compiler of the virtual machine takes as long"
              + " (default: ${DEFAULT-VALUE}).")
  int warmUp = 20_000;

  @Option(
      names = "--runs",
      paramLabel = "1..1000000",
      description = "Runs to measure (default: ${DEFAULT-VALUE}).")
  int runs = 5_000;

  HookCosts() {}

  /** Exits with 0 when the hooks succeeded in every run. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new HookCosts(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    return measure() ? 0 : 1;
  }

  /** The body of a simulated 1U server, filled up to {@code size} bytes. */
  static byte[] simulated(int size) {
    var plan =
        RackPlan.to("http://127.0.0.1/nowhere") // nothing is started
            .machines(1)
            .kinds(HardwareKind.ONE_U_TWO_SOCKET)
            .build();
    try (var rack = Rack.of(plan)) {
      return Payloads.ofSize(rack.machines().getFirst(), size);
    }
  }

  private boolean measure() throws IOException {
    var payload = file == null ? simulated(size) : Files.readAllBytes(file);
    var sent = (ObjectNode) new ObjectMapper().readTree(payload);
    var inventory = new Inventory(sent.remove("inventory"));
    var hooks = hooks();
    System.err.printf("warming up: %d runs ...%n", warmUp);
    for (var i = 0; i < warmUp; i++) {
      runOnce(hooks, inventory, sent);
    }
    runOnce(hooks, inventory, sent); // ensures that the thread of the hooks exists
    var threads = threads();
    var costs = new long[runs];
    Map<String, Long> micros = new LinkedHashMap<>();
    for (var i = 0; i < costs.length; i++) {
      var before = cpu(threads);
      var outcome = runOnce(hooks, inventory, sent);
      costs[i] = cpu(threads) - before;
      if (outcome instanceof PipelineOutcome.Failed failed) {
        System.err.println("the hooks failed: " + failed.sentence());
        return false;
      }
      outcome.trace().hooks().forEach(part -> micros.merge(part.hook(), part.micros(), Long::sum));
    }
    print(payload.length, costs, micros, outcome(hooks, inventory, sent));
    return true;
  }

  private static Pipeline hooks() {
    var config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withSources(new PropertiesConfigSource(OPTIONS, "bench", 100))
            .withMapping(HookConfig.class)
            .withMapping(RedfishHookConfig.class)
            .build();
    return pipeline(config);
  }

  private static Pipeline pipeline(SmallRyeConfig config) {
    return Pipelines.of(
            config.getConfigMapping(HookConfig.class),
            config.getConfigMapping(RedfishHookConfig.class),
            Hooks.installed())
        .of("agent");
  }

  private static PipelineOutcome runOnce(
      Pipeline hooks, Inventory inventory, ObjectNode pluginData) {
    var properties = JsonNodeFactory.instance.objectNode().put("capabilities", "profile:compute");
    properties.putObject("root_device").put("size", ">= 1");
    var changes = ChangeSet.forHooks(properties, pluginData, List.of());
    return hooks.run(new HookInput(NODE, inventory, inventory, Set.of()), changes, RulePhases.NONE);
  }

  private static List<HookRun> outcome(Pipeline hooks, Inventory inventory, ObjectNode sent) {
    return runOnce(hooks, inventory, sent).trace().hooks();
  }

  /** The ids of the threads to measure: this one and the one that runs the hooks. */
  private static long[] threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches("main|hooks-.*"))
        .mapToLong(Thread::threadId)
        .toArray();
  }

  private static long cpu(long[] threads) {
    return Arrays.stream(threads).map(THREADS::getThreadCpuTime).sum();
  }

  private static void print(
      int bytes, long[] costs, Map<String, Long> micros, List<HookRun> lastTrace) {
    Arrays.sort(costs);
    System.out.printf("hooks: %d bytes, %d hooks, %d runs%n%n", bytes, micros.size(), costs.length);
    System.out.printf(
        "CPU of all hooks   p50 %.3f ms   p90 %.3f ms   p99 %.3f ms%n%n",
        at(costs, 50), at(costs, 90), at(costs, 99));
    System.out.printf("%-24s %12s %8s %9s%n", "hook", "mean ms", "share", "warnings");
    var total = micros.values().stream().mapToLong(Long::longValue).sum();
    micros.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .forEach(
            hook ->
                System.out.printf(
                    "%-24s %12.4f %7.1f%% %9d%n",
                    hook.getKey(),
                    hook.getValue() / 1000.0 / costs.length,
                    100.0 * hook.getValue() / total,
                    warnings(hook.getKey(), lastTrace)));
  }

  private static long warnings(String hook, List<HookRun> trace) {
    return trace.stream()
        .filter(run -> run.hook().equals(hook))
        .mapToLong(run -> run.warnings().size())
        .sum();
  }

  private static double at(long[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1e6;
  }
}

package dev.assay.bench;

import dev.assay.bench.Microbenchmark.Cost;
import dev.assay.simulator.Payloads;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Benchmark of the time of the hooks, in total and each, over one payload and without services. */
@Command(name = "integration-tests/bench/hooks", description = "What the hooks cost the processor.")
public final class HookCosts implements Callable<Integer> {
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

  @Mixin private Microbenchmark microbenchmark = new Microbenchmark();
  @Mixin private Report report = new Report();

  HookCosts() {}

  /** Exits with 0 when the hooks succeeded in every run. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new HookCosts(), arguments);
  }

  /** The results of one run. */
  record Figures(long payloadBytes, Cost allHooks, List<Share> hooks) {
    void print(PrintStream out) {
      out.printf(
          "hooks: %d bytes, %d hooks, %d runs%n%n", payloadBytes, hooks.size(), allHooks.runs());
      out.printf(
          "time of all hooks   p50 %.3f ms   p90 %.3f ms   p99 %.3f ms   CPU mean %.3f ms%n%n",
          allHooks.p50Ms(), allHooks.p90Ms(), allHooks.p99Ms(), allHooks.cpuMs());
      out.printf("%-24s %12s %8s%n", "hook", "mean ms", "share");
      hooks.forEach(
          share ->
              out.printf("%-24s %12.4f %7.1f%%%n", share.hook, share.meanMs, share.sharePercent));
    }
  }

  /** The time of one hook, and its share of that of all hooks. */
  record Share(String hook, double meanMs, double sharePercent) {}

  @Override
  public Integer call() throws IOException {
    var payload = file == null ? simulated(size) : file;
    var result =
        microbenchmark
            .run(HookBenchmark.class, Map.of("payload", List.of(payload.toString())))
            .iterator()
            .next();
    var figures = new Figures(Files.size(payload), Cost.of(result), shares(result));
    figures.print(report.text());
    report.write(figures);
    return 0;
  }

  private static List<Share> shares(RunResult result) {
    var hooks =
        result.getSecondaryResults().values().stream()
            .filter(hook -> hook.getLabel().startsWith(HookShares.PREFIX))
            .toList();
    var total = hooks.stream().mapToDouble(hook -> hook.getScore()).sum();
    return hooks.stream()
        .map(
            hook ->
                new Share(
                    hook.getLabel().substring(HookShares.PREFIX.length()),
                    hook.getScore() / 1000,
                    100 * hook.getScore() / total))
        .sorted(Comparator.comparing(Share::meanMs).reversed())
        .toList();
  }

  /** A file with the body of a simulated 1U server, filled up to {@code size} bytes. */
  static Path simulated(int size) throws IOException {
    var plan =
        RackPlan.to("http://127.0.0.1/nowhere") // nothing is started
            .machines(1)
            .kinds(HardwareKind.ONE_U_TWO_SOCKET)
            .build();
    try (var rack = Rack.of(plan)) {
      return Files.write(
          Installation.target().resolve("bench-payload.json"),
          Payloads.ofSize(rack.machines().getFirst(), size));
    }
  }
}

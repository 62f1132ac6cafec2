package dev.assay.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of PostgreSQL without Assay: how many inspections a second could be written if nothing
 * but the necessary writes cost anything. What Assay reaches is compared with it in one run, by
 * {@code integration-tests/bench/callbacks --with-floor}.
 */
@Command(
    name = "integration-tests/bench/floor",
    description = "What PostgreSQL alone allows for the writes of inspections.")
public final class Floor implements Callable<Integer> {
  @Option(
      names = "--nodes",
      paramLabel = "1..5000",
      description = "Inspections to measure (default: ${DEFAULT-VALUE}).")
  int nodes = 2000;

  @Option(
      names = "--warm-up",
      paramLabel = "0..5000",
      description = "Inspections before that, not measured (default: ${DEFAULT-VALUE}).")
  int warmUp = 1000;

  @Option(
      names = "--concurrency",
      paramLabel = "1..200",
      description =
          "Connections, each of which writes one inspection after the other (default:"
              + " ${DEFAULT-VALUE}).")
  int concurrency = 32;

  @Mixin Bodies bodies = new Bodies();
  @Mixin private Report report = new Report();

  Floor() {}

  /** Exits with 0 when all inspections were written. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Floor(), arguments);
  }

  @Override
  public Integer call() {
    var figures =
        FloorFigures.measure(CallbackFloor.of(warmUp + nodes, bodies), nodes, warmUp, concurrency);
    report
        .text()
        .printf("floor: %d inspections, %s, %d connections%n", nodes, bodies.payload, concurrency);
    figures.print(report.text());
    report.write(figures);
    return 0;
  }
}

package dev.assay.fault;

import dev.assay.bench.BenchmarkCommand;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Inspects simulated machines again and again while processes are killed and paused and the network
 * fails, by a schedule that a seed determines, or while all services are upgraded; then checks that
 * nothing was lost, doubled or stuck.
 */
@Command(
    name = "integration-tests/faults",
    description =
        "Breaks or upgrades a whole installation, and checks that every inspection ended exactly"
            + " once.")
public final class FaultRun implements Callable<Integer> {
  private static final Duration POWER = Duration.ofMillis(200);

  @Option(
      names = "--seconds",
      paramLabel = "10..86400",
      description = "How long things go wrong, or the upgrade takes (default: ${DEFAULT-VALUE}).")
  int seconds = 600;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Determines the faults and what operators do (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--machines",
      paramLabel = "1..1000",
      description = "Simulated machines (default: ${DEFAULT-VALUE}).")
  int machines = 500;

  @Option(
      names = "--conductors",
      paramLabel = "1..9",
      description = "Conductors (default: ${DEFAULT-VALUE}).")
  int conductors = 3;

  @Option(
      names = "--filters",
      paramLabel = "1..4",
      description = "PXE filters (default: ${DEFAULT-VALUE}).")
  int filters = 2;

  @Option(
      names = "--upgrade-from",
      paramLabel = "FOLDER",
      description =
          "Instead of faults: starts with the services of an earlier version, which are built in"
              + " another checkout, and upgrades them one after the other.")
  @Nullable Path earlier;

  FaultRun() {}

  /** Exits with 0 when nothing was lost, doubled or stuck. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new FaultRun(), arguments);
  }

  @Override
  public Integer call() throws Exception {
    var result = run();
    result.print(System.out);
    return result.violations().isEmpty() ? 0 : 1;
  }

  /**
   * The result of a run.
   *
   * @param prevented faults that did not happen, because others were in the way
   * @param ends of inspections, by how they ended
   * @param responses by request and status
   * @param errorLines of each service's log
   * @param settledAfterSeconds from the end of the last fault until no inspection was under way
   */
  record Result(
      long seed,
      Map<String, Integer> faults,
      int prevented,
      Map<String, Integer> ends,
      Map<String, Integer> responses,
      Map<String, Integer> errorLines,
      double settledAfterSeconds,
      List<String> violations) {
    void print(PrintStream out) {
      out.println("seed                 " + seed);
      out.println("faults               " + faults + ", did not happen: " + prevented);
      out.println("inspections          " + ends);
      out.println("responses            " + responses);
      out.println("ERROR lines          " + errorLines);
      out.printf("all settled after    %.1f s%n", settledAfterSeconds);
      out.println("violations           " + violations.size());
      violations.stream().limit(50).forEach(each -> out.println("  " + each));
    }
  }

  /** Starts everything, breaks it, checks it and stops it. */
  Result run() throws InterruptedException, SQLException {
    var services = new Schedule.Targets(2, conductors, filters);
    var length = Duration.ofSeconds(seconds);
    var faults =
        earlier == null ? Schedule.of(seed, services, length) : Schedule.upgrade(services, length);
    try (var site = Site.start(new Site.Plan(machines, seed, services, POWER, earlier))) {
      var journal = new Journal();
      var injector = new FaultInjector(site, journal);
      double settled;
      try (var operators = Operators.begin(site, journal, seed)) {
        System.err.printf("%d faults in %d s, seed %d ...%n", faults.size(), seconds, seed);
        injector.run(faults);
        System.err.println("everything runs again; waiting for the last inspections ...");
        settled = operators.finish();
      }
      var checker = new Checker(site, journal);
      var violations = checker.check();
      return new Result(
          seed,
          injector.counts(),
          injector.prevented(),
          checker.ends(),
          journal.statuses(),
          FaultInjector.errorLines(site),
          settled,
          violations);
    }
  }
}

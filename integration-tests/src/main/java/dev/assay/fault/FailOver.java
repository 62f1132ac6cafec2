package dev.assay.fault;

import dev.assay.bench.BenchmarkCommand;
import dev.assay.bench.Latency;
import dev.assay.bench.Report;
import dev.assay.stack.Service;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures how long work stands still when the conductor that does it is killed: from SIGKILL until
 * another conductor holds the lease of the node. The work is that of machines that are inspected
 * again and again, whose BMCs take seconds to change the power.
 */
@Command(
    name = "integration-tests/bench/fail-over",
    description =
        "How long work stands still when its conductor is killed, and whether any of it was lost.")
public final class FailOver implements Callable<Integer> {
  private static final Duration POWER = Duration.ofSeconds(3);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  @Option(
      names = "--kills",
      paramLabel = "1..1000",
      description = "How many times a conductor is killed (default: ${DEFAULT-VALUE}).")
  int kills = 30;

  @Option(
      names = "--machines",
      paramLabel = "1..1000",
      description = "Simulated machines (default: ${DEFAULT-VALUE}).")
  int machines = 100;

  @Option(
      names = "--conductors",
      paramLabel = "2..9",
      description = "Conductors (default: ${DEFAULT-VALUE}).")
  int conductors = 3;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Determines what operators do (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Mixin private Report report = new Report();

  private final Histogram delays = new Histogram(3);

  FailOver() {}

  /** Exits with 0 when nothing was lost, doubled or stuck. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new FailOver(), arguments);
  }

  /**
   * The results.
   *
   * @param delay from the kill until another conductor had the lease, for each lease of the killed
   *     ones
   */
  record Figures(int kills, Latency delay, List<String> violations) {
    void print(PrintStream out) {
      out.printf(
          "%d kills, %,d leases taken over after%n  p50 %.0f ms  p90 %.0f ms  p99 %.0f ms  at most"
              + " %.0f ms%n",
          kills, delay.count(), delay.p50Ms(), delay.p90Ms(), delay.p99Ms(), delay.maxMs());
      out.println("violations " + violations.size());
      violations.stream().limit(50).forEach(each -> out.println("  " + each));
    }
  }

  @Override
  public Integer call() throws Exception {
    var figures = measure();
    figures.print(report.text());
    report.write(figures);
    return figures.violations().isEmpty() ? 0 : 1;
  }

  private Figures measure() throws InterruptedException, SQLException {
    var services = new Schedule.Targets(2, conductors, 0);
    try (var site = Site.start(new Site.Plan(machines, seed, services, POWER, null))) {
      var journal = new Journal();
      try (var operators = Operators.begin(site, journal, seed);
          var database = site.stack().database().connect()) {
        for (int i = 1; i <= kills; i++) {
          TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
          killBusiest(site, database);
        }
        operators.finish();
      }
      return new Figures(kills, Latency.of(delays), new Checker(site, journal).check());
    }
  }

  /** Kills the conductor that works on most nodes, and starts it when others do that work. */
  private void killBusiest(Site site, Connection database) throws InterruptedException {
    var busiest =
        site.stack().conductors().stream()
            .max((a, b) -> Integer.compare(held(database, a).size(), held(database, b).size()))
            .orElseThrow();
    busiest.process().kill();
    var killed = System.nanoTime();
    var left = held(database, busiest);
    var number = left.size();
    var limit = killed + LIMIT.toNanos();
    while (!left.isEmpty() && System.nanoTime() < limit) {
      TimeUnit.MILLISECONDS.sleep(5);
      var still = held(database, busiest);
      var micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - killed);
      var before = left.size();
      left.retainAll(still); // a lease stays in the table until another conductor acquires it
      for (int i = left.size(); i < before; i++) {
        delays.recordValue(micros);
      }
    }
    left.forEach(_ -> delays.recordValue(TimeUnit.NANOSECONDS.toMicros(LIMIT.toNanos())));
    System.err.printf(
        "%s held %d nodes; all were taken over after %d ms%n",
        busiest.name(), number, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed));
    busiest.start();
  }

  /** The epochs of the leases of nodes that a conductor holds. */
  private static Set<Long> held(Connection database, Service conductor) {
    var sql = "select epoch from lease where name like 'node/%' and holder = ?";
    try (var query = database.prepareStatement(sql)) {
      query.setString(1, conductor.name());
      var epochs = new HashSet<Long>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          epochs.add(rows.getLong(1));
        }
      }
      return epochs;
    } catch (SQLException e) {
      throw new IllegalStateException("the leases cannot be read", e);
    }
  }
}

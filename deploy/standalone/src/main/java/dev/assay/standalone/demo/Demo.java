package dev.assay.standalone.demo;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.standalone.client.Api;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Enrols and inspects a rack of simulated machines through the API of a running service. */
public final class Demo implements AutoCloseable {
  /** The names of all kinds of BMCs, comma-separated. */
  public static final String BMC_KINDS = BmcKind.NAMES;

  private static final Duration BOOT_TIME = Duration.ofSeconds(2);
  private static final long REFRESH_MILLIS = 250;

  private final int rounds;
  private final Clock clock;
  private final Map<String, Inspector> inspectors = new ConcurrentHashMap<>();
  private final Rack rack;

  /**
   * Which machines there are, and where.
   *
   * @param url of the API to which their ramdisks report
   * @param bmcKinds names out of {@link #BMC_KINDS}, used in rotation
   * @param seed the same seed gives the same machines
   * @param host at which the BMCs listen, and at which conductors reach them
   * @param rounds how many times each machine is inspected
   */
  public record Plan(
      String url, int machines, List<String> bmcKinds, long seed, String host, int rounds) {
    /** Machines of the same host as the service, each inspected once. */
    public static Plan local(String url, int machines, List<String> bmcKinds, long seed) {
      return new Plan(url, machines, bmcKinds, seed, "127.0.0.1", 1);
    }
  }

  /**
   * Starts the BMCs of the simulated machines; enrols nothing yet.
   *
   * @throws IllegalArgumentException if a kind is unknown or the number of machines out of range
   */
  public Demo(Plan demo, Clock clock) {
    if (demo.rounds() < 1) {
      throw new IllegalArgumentException("each machine must be inspected at least once");
    }
    this.rounds = demo.rounds();
    this.clock = clock;
    var plan =
        RackPlan.to(demo.url() + "/v1/continue_inspection")
            .apiUrl(demo.url())
            .machines(demo.machines())
            .bmcKinds(BmcKind.named(demo.bmcKinds()))
            .seed(demo.seed())
            .listenHost(demo.host())
            .bootTime(BOOT_TIME)
            .build();
    this.rack = Rack.of(plan, this::dispatch).start();
  }

  /**
   * Enrols and inspects all machines and shows the progress; true when every machine was inspected.
   */
  public boolean run(Api api, PrintStream out) throws InterruptedException {
    var began = clock.instant();
    var rows =
        rack.machines().stream()
            .map(machine -> new MachineRow(machine.name(), machine.bmcUrl().toString(), began))
            .toList();
    var table = new Table(out, rows, clock);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var left = new CountDownLatch(rows.size());
      for (int i = 0; i < rows.size(); i++) {
        var machine = rack.machines().get(i);
        var inspector = new Inspector(api, machine, rows.get(i), table, rounds, clock);
        inspectors.put(machine.name(), inspector);
        threads.execute(
            () -> {
              inspector.run();
              left.countDown();
            });
      }
      do {
        table.refresh();
      } while (!left.await(REFRESH_MILLIS, TimeUnit.MILLISECONDS));
    }
    table.last();
    return summary(out, rows, Duration.between(began, clock.instant()));
  }

  @Override
  public void close() {
    rack.close();
  }

  private boolean summary(PrintStream out, List<MachineRow> rows, Duration took) {
    var count = rows.stream().filter(MachineRow::inspected).count();
    out.printf(
        "%n%d of %d machines inspected in %.1f s.%n", count, rows.size(), took.toMillis() / 1000.0);
    out.flush();
    return count == rows.size();
  }

  private void dispatch(MachineEvent event) {
    var inspector = inspectors.get(event.machine());
    if (inspector != null) {
      inspector.hear(event);
    }
  }
}

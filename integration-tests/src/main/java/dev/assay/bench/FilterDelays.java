package dev.assay.bench;

import dev.assay.dhcp.ProvisioningNetwork;
import dev.assay.stack.Installation;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of a PXE filter: a burst of inspections is aborted by requests to the API, and the file
 * or firewall set of each machine is watched. Then a filter is started with many addresses.
 */
@Command(
    name = "integration-tests/bench/pxe-filter",
    description = "How fast a PXE filter follows changes and starts, and in what memory.")
public final class FilterDelays implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double MEBIBYTE = 1 << 20;

  @Option(
      names = "--driver",
      paramLabel = "dnsmasq|nftables",
      description =
          "The driver of the filter; nftables needs root, for a network namespace (default:"
              + " ${DEFAULT-VALUE}).")
  String driver = "dnsmasq";

  @Option(
      names = "--known",
      paramLabel = "1..100000",
      description = "Addresses that are known in the burst (default: ${DEFAULT-VALUE}).")
  int known = 10_000;

  @Option(
      names = "--changes",
      paramLabel = "1..5000",
      description = "Inspections that are aborted at once (default: ${DEFAULT-VALUE}).")
  int changes = 500;

  @Option(
      names = "--connections",
      paramLabel = "1..200",
      description = "Requests at the same time in the burst (default: ${DEFAULT-VALUE}).")
  int connections = 32;

  @Option(
      names = "--start-with",
      paramLabel = "1..100000",
      description = "Addresses that are known when the filter starts (default: ${DEFAULT-VALUE}).")
  int startWith = 50_000;

  @Option(
      names = "--rounds",
      paramLabel = "1..20",
      description =
          "Bursts, one after the other; the last one is reported (default: ${DEFAULT-VALUE}).")
  int rounds = 3;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Where the driver dnsmasq has its files, in a new folder below this one (default:"
              + " ${DEFAULT-VALUE}, a file system in memory, as the documentation recommends).")
  Path parent = Path.of("/dev/shm");

  @Mixin private Report report = new Report();

  /**
   * Times in milliseconds.
   *
   * @param afterAnswer from the response of the API, which follows the commit at once, until the
   *     file or set was changed
   * @param afterRequest the same from the moment when the request was sent
   * @param burstSeconds until the last change
   */
  record Burst(
      int changes,
      Delay afterAnswer,
      Delay afterRequest,
      double burstSeconds,
      double residentMebibytes) {
    static final Burst NONE = new Burst(0, Delay.NONE, Delay.NONE, 0, 0);
  }

  /** The distribution of a delay in milliseconds. */
  record Delay(double p50Ms, double p99Ms, double maxMs) {
    static final Delay NONE = new Delay(0, 0, 0);

    static Delay of(Histogram micros) {
      return new Delay(
          micros.getValueAtPercentile(50) / 1000.0,
          micros.getValueAtPercentile(99) / 1000.0,
          micros.getMaxValue() / 1000.0);
    }
  }

  /**
   * A start.
   *
   * @param fresh whether nothing was in force before
   * @param seconds from the start of the process until the filter is active, with all addresses
   *     read and those allowed that must be
   * @param allSeconds from the start until every address has a file of its own; with nftables the
   *     same, since one transaction adds all
   */
  record Start(boolean fresh, double seconds, double allSeconds, double residentMebibytes) {}

  /** All results. */
  record Figures(String driver, int known, Burst burst, int startWith, List<Start> starts) {
    Figures {
      starts = List.copyOf(starts);
    }

    void print(PrintStream out) {
      out.printf("%,d changes, %,d known addresses, driver %s%n", burst.changes(), known, driver);
      out.printf("%-44s %8s %8s %8s%n", "milliseconds", "p50", "p99", "max");
      print(out, "from the API's response to the change", burst.afterAnswer());
      print(out, "from sending the request to the change", burst.afterRequest());
      out.printf(
          "all changes after %,.2f s; filter %,.0f MiB%n",
          burst.burstSeconds(), burst.residentMebibytes());
      for (var start : starts) {
        out.printf(
            "start with %,d addresses, %s: active after %.1f s, all in place after %.1f s, %,.0f MiB%n",
            startWith,
            start.fresh() ? "none in force before" : "all in force before",
            start.seconds(),
            start.allSeconds(),
            start.residentMebibytes());
      }
    }

    private static void print(PrintStream out, String what, Delay delay) {
      out.printf("%-44s %,8.1f %,8.1f %,8.1f%n", what, delay.p50Ms(), delay.p99Ms(), delay.maxMs());
    }
  }

  FilterDelays() {}

  /** Exits with 0 when everything was measured. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new FilterDelays(), arguments);
  }

  @Override
  public Integer call() throws Exception {
    var figures = measure();
    figures.print(report.text());
    report.write(figures);
    return 0;
  }

  /** Starts the services, measures them and stops them. */
  Figures measure() throws Exception {
    var folder = Installation.emptyFolder("bench-pxe-filter-network");
    var nftables = driver.equals("nftables");
    var network = nftables ? ProvisioningNetwork.create(folder, 1) : null;
    var hosts = Files.createTempDirectory(parent, "assay-pxe-filter-");
    try (var stack = stack(hosts, network == null ? "nft" : network.hosts().getFirst().nft());
        var watch =
            network == null
                ? ChangeWatch.ofFolder(hosts)
                : ChangeWatch.ofFirewall(network.hosts().getFirst().nft())) {
      var filter = stack.filters().getFirst();
      awaitActive(stack);
      var burst = Burst.NONE;
      for (int round = 1; round <= rounds; round++) {
        write(stack, known);
        burst = burst(stack, watch, filter);
      }
      filter.process().stop();
      write(stack, startWith);
      return new Figures(
          driver,
          known,
          burst,
          startWith,
          List.of(start(stack, hosts, true), start(stack, hosts, false)));
    } finally {
      if (network != null) {
        network.close();
      }
      clear(hosts, "*");
      Files.delete(hosts);
    }
  }

  private Stack stack(Path hosts, String nft) {
    return Stack.named("bench-pxe-filter")
        .filters(1)
        .fast()
        .set("assay.inspector.require-managed-boot", false)
        .setFor("filter-1", "assay.pxe-filter.driver", driver)
        .setFor("filter-1", "assay.pxe-filter.dhcp-hostsdir", hosts)
        .setFor("filter-1", "assay.pxe-filter.nft-command", nft)
        .start();
  }

  /** Stores nodes, of which the first {@link #changes} are being inspected. */
  private void write(Stack stack, int nodes) throws SQLException {
    System.err.println("storing " + nodes + " nodes ...");
    try (var database = stack.database().connect();
        var statement = database.createStatement()) {
      statement.execute("delete from node");
      StoredNodes.write(database, nodes);
      statement.execute(
          "update node set provision_state = 'manageable', target_provision_state = null where id not in (select id from node order by id limit "
              + changes
              + ")");
      statement.execute(
          """
          insert into inspection (uuid, node_id, cause, inspect_interface, stage, stage_deadline,
            started_at, timeline)
          select gen_random_uuid(), id, 'requested', 'agent', 'waiting', now() + interval '1 hour',
            now(), '[]'
          from node where provision_state = 'inspect wait'
          """);
      statement.execute("vacuum analyze");
    }
  }

  private Burst burst(Stack stack, ChangeWatch watch, Service filter) throws Exception {
    awaitAllowed(stack, changes, known - changes);
    System.err.println("aborting " + changes + " inspections ...");
    watch.begin();
    var sent = new ConcurrentHashMap<String, Long>();
    var answered = new ConcurrentHashMap<String, Long>();
    var begun = System.nanoTime();
    var numbers = IntStream.rangeClosed(1, changes).boxed().toList();
    try (var threads = Executors.newFixedThreadPool(connections)) {
      var calls = new ArrayList<Callable<Object>>();
      for (int number : numbers) {
        calls.add(
            () -> {
              sent.put(StoredNodes.address(number), System.nanoTime());
              stack.api().order(StoredNodes.uuid(number).toString(), "abort");
              answered.put(StoredNodes.address(number), System.nanoTime());
              return number;
            });
      }
      for (var call : threads.invokeAll(calls)) {
        call.get();
      }
    }
    var changed = watch.await(sent.keySet(), LIMIT);
    var afterAnswer = new Histogram(3);
    var afterRequest = new Histogram(3);
    changed.forEach(
        (address, at) -> {
          afterAnswer.recordValue(micros(at - answered.getOrDefault(address, at)));
          afterRequest.recordValue(micros(at - sent.getOrDefault(address, at)));
        });
    var last = changed.values().stream().mapToLong(Long::longValue).max().orElse(begun);
    return new Burst(
        changes,
        Delay.of(afterAnswer),
        Delay.of(afterRequest),
        (last - begun) / 1e9,
        resident(filter));
  }

  private static long micros(long nanos) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos));
  }

  private Start start(Stack stack, Path hosts, boolean fresh)
      throws IOException, InterruptedException {
    if (fresh) {
      clear(hosts, "*:*");
    }
    System.err.println("starting the filter ...");
    var filter = stack.filters().getFirst();
    var begun = System.nanoTime();
    filter.process().launch();
    var limit = begun + LIMIT.toNanos();
    while (!metric(filter, "assay_pxe_filter_state{state=\"active\"}", 1)
        || !metric(filter, "assay_pxe_filter_allowed", changes)
        || !metric(filter, "assay_pxe_filter_denied", startWith - changes)) {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException("the filter is not active: " + filter.process().tail());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    var seconds = (System.nanoTime() - begun) / 1e9;
    while (driver.equals("dnsmasq") && count(hosts) < startWith) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    var allSeconds = (System.nanoTime() - begun) / 1e9;
    var resident = resident(filter);
    filter.process().stop();
    return new Start(fresh, seconds, allSeconds, resident);
  }

  private static void clear(Path hosts, String names) throws IOException {
    try (var files = Files.newDirectoryStream(hosts, names)) {
      for (var file : files) {
        Files.delete(file);
      }
    }
  }

  private static int count(Path hosts) throws IOException {
    int all = 0;
    try (var files = Files.newDirectoryStream(hosts, "*:*")) {
      for (var _ : files) {
        all++;
      }
    }
    return all;
  }

  private static boolean metric(Service filter, String name, double value)
      throws InterruptedException {
    try {
      return filter.text("/q/metrics").lines().anyMatch(line -> line.equals(name + " " + value));
    } catch (IOException _) {
      return false; // it does not listen yet
    }
  }

  private static double resident(Service filter) {
    return ProcessUse.of(filter.process().processes()).resident() / MEBIBYTE;
  }

  private static void awaitActive(Stack stack) throws InterruptedException {
    awaitFilter(stack, Map.of("state", "active"));
  }

  private static void awaitAllowed(Stack stack, int allowed, int denied)
      throws InterruptedException {
    awaitFilter(
        stack, Map.of("allowed", String.valueOf(allowed), "denied", String.valueOf(denied)));
  }

  private static void awaitFilter(Stack stack, Map<String, String> wanted)
      throws InterruptedException {
    var limit = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      var answer = stack.api().get("/v1/pxe_filters/filter-1");
      if (answer.status() == 200
          && wanted.entrySet().stream()
              .allMatch(it -> answer.json().path(it.getKey()).asText().equals(it.getValue()))) {
        return;
      }
      if (System.nanoTime() > limit) {
        throw new IllegalStateException("the filter is not as wanted: " + wanted);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}

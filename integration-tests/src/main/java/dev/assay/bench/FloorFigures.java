package dev.assay.bench;

import dev.assay.simulator.Rack;
import dev.assay.stack.Installation;
import dev.assay.stack.PostgresServer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a PostgreSQL of its own allows for the writes of inspections.
 *
 * @param inspectionsPerSecond from the first statement to the last commit
 * @param postgresMsPerInspection processor time of PostgreSQL
 * @param loadMsPerInspection processor time of the process that sends the statements
 */
record FloorFigures(
    double inspectionsPerSecond, double postgresMsPerInspection, double loadMsPerInspection) {

  /** Measures {@code nodes} inspections after {@code warmUp} others; starts and ends PostgreSQL. */
  static FloorFigures measure(int nodes, int warmUp, int concurrency, Bodies bodies) {
    var found = documents(warmUp + nodes, bodies);
    try (var server = PostgresServer.start(Installation.emptyFolder("bench-floor"));
        var database = new FloorDatabase(server, concurrency)) {
      database.fill(found.size());
      database.write(found, 0, warmUp);
      var before = processorSeconds(server);
      var ownBefore = ownProcessorSeconds();
      long start = System.nanoTime();
      database.write(found, warmUp, nodes);
      double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      return new FloorFigures(
          nodes / seconds,
          (processorSeconds(server) - before) * 1000 / nodes,
          (ownProcessorSeconds() - ownBefore) * 1000 / nodes);
    }
  }

  void print(PrintStream out) {
    out.printf(
        "a second     %.0f inspections written in three commits each%n", inspectionsPerSecond);
    out.printf(
        "CPU          PostgreSQL %.2f ms for each, load generator %.2f ms%n",
        postgresMsPerInspection, loadMsPerInspection);
  }

  /** What inspections of that many machines find, as Assay would store it. */
  private static List<FoundDocuments> documents(int count, Bodies bodies) {
    var hooks = BenchmarkHooks.all();
    var plan = bodies.rack("http://127.0.0.1/nowhere", count); // nothing is started
    try (var rack = Rack.of(plan)) {
      var all = new ArrayList<FoundDocuments>();
      for (var machine : rack.machines()) {
        all.add(FoundDocuments.of(bodies.of(machine, all.size()), hooks));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("the hooks cannot read a callback", e);
    }
  }

  private static double processorSeconds(PostgresServer server) {
    return ProcessUse.of(server.processes()).cpuSeconds();
  }

  private static double ownProcessorSeconds() {
    return ProcessUse.of(List.of(ProcessHandle.current())).cpuSeconds();
  }
}

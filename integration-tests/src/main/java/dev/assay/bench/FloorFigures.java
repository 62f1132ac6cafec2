package dev.assay.bench;

import dev.assay.stack.Installation;
import dev.assay.stack.PostgresServer;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a PostgreSQL of its own allows for the writes of inspections.
 *
 * @param commits of each inspection
 * @param inspectionsPerSecond from the first statement to the last commit
 * @param postgresMsPerInspection processor time of PostgreSQL
 * @param loadMsPerInspection processor time of the process that sends the statements
 */
record FloorFigures(
    int commits,
    double inspectionsPerSecond,
    double postgresMsPerInspection,
    double loadMsPerInspection) {

  /**
   * Measures {@code nodes} inspections after {@code warmUp} others; starts and ends PostgreSQL.
   *
   * @param floor what is written for each
   */
  static FloorFigures measure(FloorWrites floor, int nodes, int warmUp, int concurrency) {
    try (var server = PostgresServer.start(Installation.emptyFolder("bench-floor"));
        var database = new FloorDatabase(server, floor, concurrency)) {
      database.fill(warmUp + nodes);
      database.write(0, warmUp);
      var before = processorSeconds(server);
      var ownBefore = ownProcessorSeconds();
      long start = System.nanoTime();
      database.write(warmUp, nodes);
      double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      return new FloorFigures(
          floor.commits(),
          nodes / seconds,
          (processorSeconds(server) - before) * 1000 / nodes,
          (ownProcessorSeconds() - ownBefore) * 1000 / nodes);
    }
  }

  void print(PrintStream out) {
    out.printf(
        "a second     %.0f inspections written in %d commits each%n",
        inspectionsPerSecond, commits);
    out.printf(
        "CPU          PostgreSQL %.2f ms for each, load generator %.2f ms%n",
        postgresMsPerInspection, loadMsPerInspection);
  }

  private static double processorSeconds(PostgresServer server) {
    return ProcessUse.of(server.processes()).cpuSeconds();
  }

  private static double ownProcessorSeconds() {
    return ProcessUse.of(List.of(ProcessHandle.current())).cpuSeconds();
  }
}

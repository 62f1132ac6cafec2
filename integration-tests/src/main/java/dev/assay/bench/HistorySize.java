package dev.assay.bench;

import dev.assay.bench.StoredInspections.Row;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.storedjson.CompressedJson;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of the size of the database after many inspections of machines that seldom change,
 * table by table.
 */
@Command(
    name = "integration-tests/bench/history",
    description = "How large the database becomes with a long history of inspections.")
public final class HistorySize implements Callable<Integer> {
  private static final int BATCH = 250;
  private static final double MB = 1_000_000;
  private static final String SIZES =
      """
      select relname, pg_total_relation_size(oid), pg_relation_size(oid), pg_indexes_size(oid),
        pg_table_size(oid) - pg_relation_size(oid), greatest(reltuples, 0)
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and pg_total_relation_size(oid) > 1000000
      order by 2 desc
      """;

  @Option(
      names = "--nodes",
      paramLabel = "1..100000",
      description = "Inspected machines (default: ${DEFAULT-VALUE}).")
  int nodes = 10_000;

  @Option(
      names = "--inspections",
      paramLabel = "1..1000",
      description = "Inspections of each (default: ${DEFAULT-VALUE}).")
  int inspections = 50;

  @Option(
      names = "--change-every",
      paramLabel = "1..1000",
      description = "One part changes in each so many-th inspection (default: ${DEFAULT-VALUE}).")
  int changeEvery = 10;

  @Option(
      names = "--size",
      paramLabel = "1..1000000",
      description = "Bytes of the callback of a machine (default: ${DEFAULT-VALUE}).")
  int size = 50_000;

  @Option(
      names = "--most-mb",
      paramLabel = "1..1000000",
      description =
          "Fail when the database has more than so many MB (10^6 bytes) (default: ${DEFAULT-VALUE}).")
  int most = 2000;

  @Mixin private Report report = new Report();

  HistorySize() {}

  /** Exits with 0 when the database is as small as wanted. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new HistorySize(), arguments);
  }

  /** One table: everything in MB (10^6 bytes), and its rows. */
  record Table(String name, double mb, double rowsMb, double indexesMb, double toastMb, long rows) {
    void print(PrintStream out) {
      out.printf(
          "%-22s %10.1f %10.1f %10.1f %10.1f %12d%n", name, mb, rowsMb, indexesMb, toastMb, rows);
    }
  }

  /**
   * The results.
   *
   * @param sentMb what the machines sent, as text
   * @param emptyDatabaseMb before the first inspection, with the nodes
   */
  record Figures(
      double databaseMb,
      double emptyDatabaseMb,
      double sentMb,
      double bytesPerInspection,
      List<Table> tables) {
    void print(PrintStream out) {
      out.printf(
          "%-22s %10s %10s %10s %10s %12s%n", "table", "MB", "rows MB", "indexes", "toast", "rows");
      tables.forEach(table -> table.print(out));
      out.printf(
          "%nwhole database %.0f MB, before the first inspection %.0f MB; %.0f bytes for each"
              + " inspection; the machines sent %.0f MB%n",
          databaseMb, emptyDatabaseMb, bytesPerInspection, sentMb);
    }
  }

  @Override
  public Integer call() throws SQLException, IOException {
    report
        .text()
        .printf(
            "history: %d nodes, %d inspections each, one part changes every %d, callbacks of %d"
                + " bytes%n%n",
            nodes, inspections, changeEvery, size);
    try (var target = Target.start("history", StackKind.STANDALONE);
        var database = target.database()) {
      StoredNodes.write(database, nodes);
      var empty = databaseSize(database);
      var sent = new Histories(database).write();
      try (var statement = database.createStatement()) {
        statement.execute("vacuum analyze");
      }
      var whole = databaseSize(database);
      var figures =
          new Figures(
              whole / MB,
              empty / MB,
              sent / MB,
              (double) (whole - empty) / nodes / inspections,
              tables(database));
      figures.print(report.text());
      report.write(figures);
      return whole <= most * MB ? 0 : 1;
    }
  }

  /** All machines in one round after the other, as they are inspected over the years. */
  private final class Histories {
    private final StoredInspections rows;
    private final Pipeline hooks = BenchmarkHooks.all();
    private final List<CompressedJson> callbacks = new ArrayList<>(); // small: there are many
    private final List<FoundDocuments> found = new ArrayList<>();
    private long sent;

    Histories(Connection database) throws SQLException, IOException {
      rows = new StoredInspections(database);
      try (var settings = database.createStatement()) {
        settings.execute("set synchronous_commit = off");
      }
      enrol();
    }

    private void enrol() throws IOException {
      var plan =
          RackPlan.to("http://127.0.0.1/nowhere") // nothing is started
              .machines(nodes)
              .kinds(HardwareKind.ONE_U_TWO_SOCKET)
              .build();
      try (var rack = Rack.of(plan)) {
        for (var machine : rack.machines()) {
          var callback = ChangingMachine.filled(machine.payload(), size, callbacks.size());
          callbacks.add(CompressedJson.of(callback));
          found.add(FoundDocuments.of(callback, hooks));
        }
      }
    }

    /** Returns the bytes of all callbacks. */
    long write() throws SQLException, IOException {
      for (int round = 1; round <= inspections; round++) {
        if (round % changeEvery == 0) {
          change(round / changeEvery);
        }
        for (int from = 0; from < nodes; from += BATCH) {
          rows.write(batch(round, from, Math.min(from + BATCH, nodes)));
        }
        System.err.printf("inspection %d of %d%n", round, inspections);
      }
      return sent;
    }

    private void change(int number) throws IOException {
      for (int i = 0; i < nodes; i++) {
        var callback = ChangingMachine.changed(callbacks.get(i).json(), number, i);
        callbacks.set(i, CompressedJson.of(callback));
        found.set(i, FoundDocuments.of(callback, hooks));
      }
    }

    private List<Row> batch(int round, int from, int to) {
      var batch = new ArrayList<Row>();
      for (int i = from; i < to; i++) {
        batch.add(new Row((round - 1L) * nodes + i + 1, i + 1, found.get(i)));
        sent += found.get(i).payload().size();
      }
      return batch;
    }
  }

  private static long databaseSize(Connection database) throws SQLException {
    try (var statement = database.createStatement();
        var row = statement.executeQuery("select pg_database_size(current_database())")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static List<Table> tables(Connection database) throws SQLException {
    var tables = new ArrayList<Table>();
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(SIZES)) {
      while (rows.next()) {
        tables.add(
            new Table(
                rows.getString(1),
                rows.getLong(2) / MB,
                rows.getLong(3) / MB,
                rows.getLong(4) / MB,
                rows.getLong(5) / MB,
                rows.getLong(6)));
      }
    }
    return tables;
  }
}

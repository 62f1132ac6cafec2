package dev.assay.bench;

import dev.assay.stack.PostgresServer;
import dev.assay.testing.SchemaScripts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database with the tables of Assay, all their indexes and triggers, into which several
 * connections write what {@link FloorWrites} says.
 */
final class FloorDatabase implements AutoCloseable {
  private final FloorWrites floor;
  private final List<Connection> connections = new ArrayList<>();

  FloorDatabase(PostgresServer server, FloorWrites floor, int concurrency) {
    this.floor = floor;
    try {
      for (int i = 0; i < concurrency; i++) {
        connections.add(server.connect());
      }
    } catch (SQLException e) {
      close();
      throw new IllegalStateException("cannot connect to PostgreSQL", e);
    }
  }

  /** Makes nodes 1 to {@code nodes}, and what they have before anything is written for them. */
  void fill(int nodes) {
    try (var tables = connections.getFirst().createStatement()) {
      for (var change : SchemaScripts.all()) {
        tables.execute(change);
      }
      for (var sql : floor.rows()) {
        try (var insert = connections.getFirst().prepareStatement(sql)) {
          insert.setInt(1, nodes);
          insert.executeUpdate();
        }
      }
      tables.execute("vacuum analyze");
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the tables", e);
    }
  }

  /** Writes for {@code count} nodes, the first of which is node {@code from} + 1. */
  void write(int from, int count) {
    var next = new AtomicInteger(from);
    try (var threads = Executors.newFixedThreadPool(connections.size())) {
      var writers =
          connections.stream()
              .<Callable<Void>>map(
                  connection ->
                      () -> {
                        try (var writer = floor.writer(connection)) {
                          for (int n = next.getAndIncrement();
                              n < from + count;
                              n = next.getAndIncrement()) {
                            writer.write(n + 1);
                          }
                        }
                        return null;
                      })
              .toList();
      for (var writer : threads.invokeAll(writers)) {
        writer.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while inspections were written", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("an inspection cannot be written", e.getCause());
    }
  }

  @Override
  public void close() {
    for (var connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException("a connection cannot be closed", e);
      }
    }
  }
}

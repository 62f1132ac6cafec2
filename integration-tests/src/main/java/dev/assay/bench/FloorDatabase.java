package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.stack.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A database with the tables of Assay, all their indexes and triggers, into which several
 * connections write what {@link FloorWrites} says.
 */
final class FloorDatabase implements AutoCloseable {
  private static final String SCHEMA = "db/assay/";
  private static final Pattern CHANGE = Pattern.compile("file: (\\S+\\.sql)");

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
      for (var change : changes()) {
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

  /** The changes to the schema of Assay, in their order. */
  private static List<String> changes() {
    return CHANGE
        .matcher(resource("changelog.yaml"))
        .results()
        .map(change -> resource(change.group(1)))
        .toList();
  }

  private static String resource(String name) {
    try (var file = FloorDatabase.class.getClassLoader().getResourceAsStream(SCHEMA + name)) {
      if (file == null) {
        throw new IllegalStateException("no resource " + SCHEMA + name);
      }
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

package dev.assay.bench;

import dev.assay.document.Document;
import dev.assay.stack.PostgresServer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Only what an inspection must write, with rows as large as those of Assay: a callback is kept when
 * it is accepted, its results when it was processed, and the end when the machine is off. Each is
 * one statement and one durable commit.
 */
final class FloorDatabase implements AutoCloseable {
  private static final int PORTS = 4;

  private static final String TABLES =
      """
      create table node (id bigint primary key, state text not null, power text not null,
        attributes jsonb not null, updated_at timestamptz not null) with (fillfactor = 50);
      create table inspection (id bigint primary key, node_id bigint not null, stage text not null,
        timeline jsonb not null, inventory bytea, rest bytea, plugin_data bytea, trace bytea,
        updated_at timestamptz not null) with (fillfactor = 50);
      create table document (node_id bigint, digest bytea, body bytea not null,
        primary key (node_id, digest));
      alter table document alter column body set storage external;
      create table port (id bigint generated always as identity primary key,
        node_id bigint not null, address text not null unique, attributes jsonb not null,
        created_at timestamptz not null);
      create table message (inspection_id bigint primary key, body text not null);
      """;
  private static final String NODES =
      """
      insert into node select n, 'inspect wait', 'power on',
        jsonb_build_object('uuid', gen_random_uuid(), 'name', 'node-' || n,
          'driver', 'redfish', 'rest', repeat('attributes ', 80)), now()
      from generate_series(1, ?) n
      """;
  private static final String INSPECTIONS =
      """
      insert into inspection (id, node_id, stage, timeline, updated_at)
      select n, n, 'waiting', '[{"at": "2026-11-25T10:20:30.123456Z", "stage": "starting"},
        {"at": "2026-11-25T10:20:31.123456Z", "stage": "waiting"}]', now()
      from generate_series(1, ?) n
      """;
  private static final String ACCEPT =
      """
      with moved as (
        update inspection set stage = 'processing', inventory = ?, rest = ?, updated_at = now(),
          timeline = timeline || '{"at": "2026-11-25T10:21:30.123456Z", "stage": "processing"}'
        where id = ? and stage = 'waiting' returning id, node_id),
      kept as (
        insert into document select node_id, d.digest, d.body
        from moved, unnest(cast(? as bytea[]), cast(? as bytea[])) as d (digest, body))
      insert into message select id, 'process inspection ' || id || ' of node ' || node_id
      from moved
      """;
  private static final String COMMIT =
      """
      with moved as (
        update inspection set plugin_data = ?, trace = ?, updated_at = now()
        where id = ? returning id, node_id),
      kept as (
        insert into document select node_id, d.digest, d.body
        from moved, unnest(cast(? as bytea[]), cast(? as bytea[])) as d (digest, body)
        on conflict do nothing),
      ports as (
        insert into port (node_id, address, attributes, created_at)
        select node_id, '52:54:' || node_id || ':' || n, '{"pxe_enabled": true, "extra": {}}', now()
        from moved, generate_series(1, ?) n),
      sent as (delete from message where inspection_id = (select id from moved))
      update node set updated_at = now(), attributes = attributes || cast('{"properties":
        {"cpus": "64", "memory_mb": "262144", "local_gb": "893", "cpu_arch": "x86_64",
        "capabilities": "boot_mode:uefi,cpu_vt:true,cpu_aes:true"}}' as jsonb)
      where id = (select node_id from moved)
      """;
  private static final String DONE =
      """
      with moved as (
        update inspection set stage = 'finished', updated_at = now(),
          timeline = timeline || '{"at": "2026-11-25T10:21:31.123456Z", "stage": "finished"}'
        where id = ? returning node_id)
      update node set state = 'manageable', power = 'power off', updated_at = now()
      where id = (select node_id from moved)
      """;

  private final List<Connection> connections = new ArrayList<>();

  FloorDatabase(PostgresServer server, int concurrency) {
    try {
      for (int i = 0; i < concurrency; i++) {
        connections.add(server.connect());
      }
    } catch (SQLException e) {
      close();
      throw new IllegalStateException("cannot connect to PostgreSQL", e);
    }
  }

  /** Makes nodes 1 to {@code nodes}, whose inspections wait for their callbacks. */
  void fill(int nodes) {
    try (var tables = connections.getFirst().createStatement()) {
      tables.execute(TABLES);
      for (var sql : List.of(NODES, INSPECTIONS)) {
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

  /** Writes {@code count} inspections, the first of which is that of node {@code from} + 1. */
  void write(List<FoundDocuments> found, int from, int count) {
    var next = new AtomicInteger(from);
    try (var threads = Executors.newFixedThreadPool(connections.size())) {
      var writers =
          connections.stream()
              .<Callable<Void>>map(
                  connection ->
                      () -> {
                        try (var writer = new Writer(connection)) {
                          for (int n = next.getAndIncrement();
                              n < from + count;
                              n = next.getAndIncrement()) {
                            writer.write(n + 1, found.get(n));
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

  /** The statements of one connection, each of which commits. */
  private static final class Writer implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement accept;
    private final PreparedStatement commit;
    private final PreparedStatement done;

    Writer(Connection connection) throws SQLException {
      this.connection = connection;
      accept = connection.prepareStatement(ACCEPT);
      commit = connection.prepareStatement(COMMIT);
      done = connection.prepareStatement(DONE);
    }

    void write(long id, FoundDocuments found) throws SQLException {
      var payload = List.of(found.payload().inventory(), found.payload().rest());
      var results = List.of(found.pluginData(), found.trace());
      set(accept, id, payload);
      require(accept, id);
      set(commit, id, results);
      commit.setInt(6, PORTS);
      require(commit, id);
      done.setLong(1, id);
      require(done, id);
    }

    private void set(PreparedStatement statement, long id, List<Document> documents)
        throws SQLException {
      var digests = documents.stream().map(it -> it.digest().bytes()).toArray(byte[][]::new);
      var bodies =
          documents.stream().map(it -> it.text().orElseThrow().bytes()).toArray(byte[][]::new);
      statement.setBytes(1, digests[0]);
      statement.setBytes(2, digests[1]);
      statement.setLong(3, id);
      statement.setArray(4, array(digests));
      statement.setArray(5, array(bodies));
    }

    private Array array(byte[][] values) throws SQLException {
      return connection.createArrayOf("bytea", values);
    }

    private static void require(PreparedStatement statement, long id) throws SQLException {
      if (statement.executeUpdate() != 1) {
        throw new IllegalStateException("inspection " + id + " is in another stage");
      }
    }

    @Override
    public void close() throws SQLException {
      accept.close();
      commit.close();
      done.close();
    }
  }
}

package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.document.Document;
import dev.assay.inspection.SplitPayload;
import dev.assay.stack.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Only what an inspection must write, into the tables of Assay with all their indexes and triggers:
 * a callback is kept when it is accepted, its results when it was processed, and the end when the
 * machine is off. Each is one statement and one durable commit. What Assay writes besides (leases,
 * announcements, addresses for look-ups, logs) is left out.
 */
final class FloorDatabase implements AutoCloseable {
  private static final int PORTS = 4;
  private static final String SCHEMA = "db/assay/";
  private static final Pattern CHANGE = Pattern.compile("file: (\\S+\\.sql)");

  private static final String NODES =
      """
      insert into node (uuid, name, driver, driver_info, properties, extra, instance_info,
        maintenance, interfaces, conductor_group, protected, retired, network_data,
        disable_power_off, driver_internal_info, agent_token_hash, provision_state,
        target_provision_state, provision_updated_at, power_state, inspection_started_at,
        auto_discovered, created_at, updated_at)
      select gen_random_uuid(), 'node-' || n, 'redfish',
        jsonb_build_object('sealed', repeat('c2VjcmV0', 40)), '{}', '{}', '{}', false,
        '{"inspect": "agent", "boot": "ipxe"}', '', false, false, '{}', false,
        '{"agent_secret_token": "******", "agent_last_heartbeat": "2026-11-25T10:20:30.123456Z"}',
        repeat('a1b2c3d4', 8), 'inspect wait', 'manageable', now(), 'power on', now(), false,
        now(), now()
      from generate_series(1, ?) n
      """;
  private static final String INSPECTIONS =
      """
      insert into inspection (uuid, node_id, cause, inspect_interface, stage, stage_deadline,
        ordered_at, started_at, request_id, timeline)
      select gen_random_uuid(), id, 'requested', 'agent', 'waiting', now() + interval '1 h', null,
        now(), 'req-' || gen_random_uuid(),
        '[{"at": "2026-11-25T10:20:30.123456Z", "stage": "starting"},
          {"at": "2026-11-25T10:20:31.123456Z", "stage": "waiting"}]'
      from node where id <= ?
      """;
  private static final String ACCEPT =
      """
      with moved as (
        update inspection set stage = 'processing', ordered_at = clock_timestamp(),
          stage_deadline = clock_timestamp() + interval '6 h',
          timeline = timeline || '{"at": "2026-11-25T10:21:30.123456Z", "stage": "processing"}'
        where id = ? and stage = 'waiting' returning id, node_id),
      found as (
        update node n set provision_state = 'inspecting', provision_updated_at = now(),
          updated_at = now()
        from moved where n.id = moved.node_id returning n.uuid),
      kept as (
        insert into document (node_id, digest, size, body)
        select node_id, d.digest, octet_length(d.body), d.body
        from moved, unnest(cast(? as bytea[]), cast(? as bytea[])) as d (digest, body)),
      payload as (
        insert into inspection_payload (inspection_id, body, size, received_at, inventory, rest)
        select id, '', ?, now(), ?, ? from moved)
      insert into outbox (destination, body, due_at, node)
      select 'CONDUCTORS', '{"command": "process-callback", "node": "' || uuid || '"}',
        clock_timestamp() + interval '1 min', uuid
      from found returning id
      """;
  private static final String COMMIT =
      """
      with moved as (
        update inspection set stage = 'finished', finished_at = now(), ordered_at = null,
          stage_deadline = null, trace_document = ?, hook_micros = ?,
          timeline = timeline || '{"at": "2026-11-25T10:21:31.123456Z", "stage": "finished"}'
        where id = ? and stage = 'processing' returning id, node_id),
      kept as (
        insert into document (node_id, digest, size, body)
        select node_id, d.digest, octet_length(d.body), d.body
        from moved, unnest(cast(? as bytea[]), cast(? as bytea[])) as d (digest, body)
        on conflict do nothing),
      result as (
        insert into inspection_result (inspection_id, node_id, inventory, plugin_data, created_at)
        select id, node_id, ?, ?, now() from moved),
      ports as (
        insert into port (uuid, node_id, address, extra, pxe_enabled, local_link_connection,
          is_smartnic, available_for_dynamic_portgroup, internal_info, created_at)
        select gen_random_uuid(), node_id, '52:54:' || node_id || ':' || n, '{}', true, '{}', false,
          true, '{}', now()
        from moved, generate_series(1, ?) n),
      sent as (delete from outbox where id = ?)
      update node n set provision_state = 'manageable', target_provision_state = null,
        provision_updated_at = now(), inspection_started_at = null, inspection_finished_at = now(),
        agent_token_hash = null, driver_internal_info = '{}', power_off_after = gen_random_uuid(),
        ordered_at = clock_timestamp(), work_deadline = clock_timestamp() + interval '6 h',
        updated_at = now(), properties = '{"cpus": "64", "memory_mb": "262144", "local_gb": "893",
          "cpu_arch": "x86_64", "capabilities": "boot_mode:uefi,cpu_vt:true,cpu_aes:true"}'
      from moved where n.id = moved.node_id
      """;
  private static final String DONE =
      """
      update node set power_state = 'power off', power_off_after = null, ordered_at = null,
        work_deadline = null, updated_at = now()
      where id = ?
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
      for (var change : changes()) {
        tables.execute(change);
      }
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
      var message = accept(id, found.payload());
      commit(id, message, found);
      done.setLong(1, id);
      require(done, id);
    }

    /** Returns the number of the message. */
    private long accept(long id, SplitPayload payload) throws SQLException {
      accept.setLong(1, id);
      setDocuments(accept, 2, payload.inventory(), payload.rest());
      accept.setLong(4, payload.size());
      accept.setBytes(5, payload.inventory().digest().bytes());
      accept.setBytes(6, payload.rest().digest().bytes());
      try (var row = accept.executeQuery()) {
        if (!row.next()) {
          throw wrongStage(id);
        }
        return row.getLong(1);
      }
    }

    private void commit(long id, long message, FoundDocuments found) throws SQLException {
      commit.setBytes(1, found.trace().digest().bytes());
      commit.setArray(2, connection.createArrayOf("int", box(found.micros())));
      commit.setLong(3, id);
      setDocuments(commit, 4, found.pluginData(), found.trace());
      commit.setBytes(6, found.payload().inventory().digest().bytes());
      commit.setBytes(7, found.pluginData().digest().bytes());
      commit.setInt(8, PORTS);
      commit.setLong(9, message);
      require(commit, id);
    }

    private static Integer[] box(int[] numbers) {
      return Arrays.stream(numbers).boxed().toArray(Integer[]::new);
    }

    /** Digests at parameter {@code first}, bodies at the next. */
    private void setDocuments(PreparedStatement statement, int first, Document... documents)
        throws SQLException {
      var given = List.of(documents);
      var digests = given.stream().map(it -> it.digest().bytes()).toArray(byte[][]::new);
      var bodies = given.stream().map(it -> it.text().orElseThrow().bytes()).toArray(byte[][]::new);
      statement.setArray(first, array(digests));
      statement.setArray(first + 1, array(bodies));
    }

    private Array array(byte[][] values) throws SQLException {
      return connection.createArrayOf("bytea", values);
    }

    private static void require(PreparedStatement statement, long id) throws SQLException {
      if (statement.executeUpdate() != 1) {
        throw wrongStage(id);
      }
    }

    private static IllegalStateException wrongStage(long id) {
      return new IllegalStateException("inspection " + id + " is in another stage");
    }

    @Override
    public void close() throws SQLException {
      accept.close();
      commit.close();
      done.close();
    }
  }
}

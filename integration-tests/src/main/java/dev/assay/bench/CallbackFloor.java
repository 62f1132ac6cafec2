package dev.assay.bench;

import dev.assay.document.Document;
import dev.assay.inspection.SplitPayload;
import dev.assay.simulator.Rack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An inspection from its callback on: the callback is kept when it is accepted, its results when it
 * was processed, and the end when the machine is off.
 *
 * @param found what the inspection of each node finds
 */
record CallbackFloor(List<FoundDocuments> found) implements FloorWrites {
  private static final int PORTS = 4;
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

  /** Of so many machines, with what Assay would store of their inspections. */
  static CallbackFloor of(int count, Bodies bodies) {
    var hooks = BenchmarkHooks.all();
    var plan = bodies.rack("http://127.0.0.1/nowhere", count); // nothing is started
    try (var rack = Rack.of(plan)) {
      var all = new ArrayList<FoundDocuments>();
      for (var machine : rack.machines()) {
        all.add(FoundDocuments.of(bodies.of(machine, all.size()), hooks));
      }
      return new CallbackFloor(all);
    } catch (IOException e) {
      throw new UncheckedIOException("the hooks cannot read a callback", e);
    }
  }

  @Override
  public List<String> rows() {
    return List.of(NODES, INSPECTIONS);
  }

  @Override
  public int commits() {
    return 3;
  }

  @Override
  public FloorWrites.Writer writer(Connection connection) throws SQLException {
    return new Writer(connection);
  }

  /** The statements of one connection, each of which commits. */
  private final class Writer implements FloorWrites.Writer {
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

    @Override
    public void write(long id) throws SQLException {
      var documents = found.get((int) id - 1);
      var message = accept(id, documents.payload());
      commit(id, message, documents);
      done.setLong(1, id);
      FloorWrites.require(done, id);
    }

    /** Returns the number of the message. */
    private long accept(long id, SplitPayload payload) throws SQLException {
      accept.setLong(1, id);
      setDocuments(accept, 2, payload.inventory(), payload.rest());
      accept.setLong(4, payload.size());
      accept.setBytes(5, payload.inventory().digest().bytes());
      accept.setBytes(6, payload.rest().digest().bytes());
      return FloorWrites.number(accept, id);
    }

    private void commit(long id, long message, FoundDocuments documents) throws SQLException {
      commit.setBytes(1, documents.trace().digest().bytes());
      commit.setArray(2, connection.createArrayOf("int", box(documents.micros())));
      commit.setLong(3, id);
      setDocuments(commit, 4, documents.pluginData(), documents.trace());
      commit.setBytes(6, documents.payload().inventory().digest().bytes());
      commit.setBytes(7, documents.pluginData().digest().bytes());
      commit.setInt(8, PORTS);
      commit.setLong(9, message);
      FloorWrites.require(commit, id);
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

    @Override
    public void close() throws SQLException {
      accept.close();
      commit.close();
      done.close();
    }
  }
}

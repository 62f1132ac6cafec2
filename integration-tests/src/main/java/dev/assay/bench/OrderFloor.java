package dev.assay.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * An inspection until its node waits for the ramdisk: it is written when it is ordered, and when it
 * was started.
 */
record OrderFloor() implements FloorWrites {
  private static final String NODES =
      """
      insert into node (uuid, name, driver, driver_info, properties, extra, instance_info,
        maintenance, interfaces, conductor_group, protected, retired, network_data,
        disable_power_off, driver_internal_info, provision_state, provision_updated_at, power_state,
        auto_discovered, created_at, updated_at)
      select gen_random_uuid(), 'node-' || n, 'fake-hardware', '{}', '{}', '{}', '{}', false,
        '{"inspect": "agent"}', '', false, false, '{}', false, '{}', 'manageable', now(),
        'power off', false, now(), now()
      from generate_series(1, ?) n
      """;
  private static final String ORDER =
      """
      with begun as (
        insert into inspection (uuid, node_id, cause, inspect_interface, stage, stage_deadline,
          ordered_at, started_at, request_id, timeline)
        select gen_random_uuid(), id, 'requested', 'agent', 'starting',
          clock_timestamp() + interval '6 h', clock_timestamp(), now(),
          'req-' || gen_random_uuid(),
          '[{"at": "2026-11-25T10:20:30.123456Z", "stage": "starting"}]'
        from node where id = ? and provision_state = 'manageable' returning uuid, node_id),
      found as (
        update node n set provision_state = 'inspecting', target_provision_state = 'manageable',
          provision_updated_at = now(), inspection_started_at = now(), updated_at = now()
        from begun where n.id = begun.node_id returning n.uuid)
      insert into outbox (destination, body, due_at, node)
      select 'STARTS', '{"command": "start-inspection", "node": "' || found.uuid
        || '", "inspection": "' || begun.uuid || '"}',
        clock_timestamp() + interval '1 min', found.uuid
      from found, begun returning id
      """;
  private static final String STARTED =
      """
      with moved as (
        update inspection set stage = 'waiting', ordered_at = null,
          stage_deadline = clock_timestamp() + interval '30 min',
          timeline = timeline || '{"at": "2026-11-25T10:20:31.123456Z", "stage": "waiting"}'
        where node_id = ? and stage = 'starting' returning node_id),
      sent as (delete from outbox where id = ?)
      update node n set provision_state = 'inspect wait', provision_updated_at = now(),
        updated_at = now()
      from moved where n.id = moved.node_id
      """;

  @Override
  public List<String> rows() {
    return List.of(NODES);
  }

  @Override
  public int commits() {
    return 2;
  }

  @Override
  public FloorWrites.Writer writer(Connection connection) throws SQLException {
    return new Writer(connection);
  }

  private static final class Writer implements FloorWrites.Writer {
    private final PreparedStatement order;
    private final PreparedStatement started;

    Writer(Connection connection) throws SQLException {
      order = connection.prepareStatement(ORDER);
      started = connection.prepareStatement(STARTED);
    }

    @Override
    public void write(long id) throws SQLException {
      order.setLong(1, id);
      var message = FloorWrites.number(order, id);
      started.setLong(1, id);
      started.setLong(2, message);
      FloorWrites.require(started, id);
    }

    @Override
    public void close() throws SQLException {
      order.close();
      started.close();
    }
  }
}

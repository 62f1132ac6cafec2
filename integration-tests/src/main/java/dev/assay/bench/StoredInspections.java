package dev.assay.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes inspections with their results as API and conductors do: each is begun, waited for,
 * processed and finished, in a transaction each for many nodes. Production code does the same by
 * {@code Inspections}, {@code Payloads} and {@code Inventories}.
 */
final class StoredInspections {
  private static final String BEGIN =
      """
      insert into inspection (id, uuid, node_id, cause, inspect_interface, stage, started_at,
        stage_deadline, request_id, timeline) overriding system value
      select ?, gen_random_uuid(), id, 'requested', 'agent', 'starting', now(), now(),
        'req-' || gen_random_uuid(), '[{"at": "2026-11-25T10:20:30.123456Z", "stage": "starting"}]'
      from node where uuid = ?
      """;
  private static final String MOVE =
      """
      update inspection set stage = ?,
        timeline = timeline
          || jsonb_build_object('at', '2026-11-25T10:20:30.123456Z', 'stage', cast(? as text))
      where id = ?
      """;
  private static final String DOCUMENT =
      """
      insert into document (node_id, digest, size, body, split)
      select id, ?, octet_length(?), ?, ? from node where uuid = ? on conflict do nothing
      """;
  private static final String PAYLOAD =
      """
      insert into inspection_payload (inspection_id, body, size, received_at, inventory, rest)
      values (?, '', ?, now(), ?, ?)
      """;
  private static final String FINISH =
      """
      update inspection set stage = 'finished', stage_deadline = null, finished_at = now(),
        trace_document = ?, hook_micros = ?,
        timeline = timeline
          || '{"at": "2026-11-25T10:20:31.123456Z", "stage": "finished"}'::jsonb
      where id = ?
      """;
  private static final String RESULT =
      """
      insert into inspection_result (inspection_id, node_id, inventory, plugin_data, created_at)
      select ?, node_id, ?, ?, now() from inspection where id = ?
      """;

  private final Connection database;

  /** The inspection with row number {@code id} of the node with this number. */
  record Row(long id, int node, FoundDocuments found) {}

  /** Adds parameters to a statement. */
  private interface Parameters {
    void set(PreparedStatement statement, Row row) throws SQLException;
  }

  StoredInspections(Connection database) {
    this.database = database;
  }

  /** Writes one inspection for each row. */
  void write(List<Row> rows) throws SQLException {
    database.setAutoCommit(false);
    run(
        BEGIN,
        rows,
        (it, row) -> {
          it.setLong(1, row.id());
          it.setObject(2, StoredNodes.uuid(row.node()));
        });
    database.commit();
    move(rows, "waiting");
    database.commit();
    move(rows, "processing");
    documents(rows);
    run(
        PAYLOAD,
        rows,
        (it, row) -> {
          it.setLong(1, row.id());
          it.setLong(2, row.found().payload().size());
          it.setBytes(3, row.found().payload().inventory().digest().bytes());
          it.setBytes(4, row.found().payload().rest().digest().bytes());
        });
    database.commit();
    finish(rows);
    database.commit();
    database.setAutoCommit(true);
  }

  private void finish(List<Row> rows) throws SQLException {
    run(
        FINISH,
        rows,
        (it, row) -> {
          it.setBytes(1, row.found().trace().digest().bytes());
          it.setObject(2, row.found().micros());
          it.setLong(3, row.id());
        });
    run(
        RESULT,
        rows,
        (it, row) -> {
          it.setLong(1, row.id());
          it.setBytes(2, row.found().payload().inventory().digest().bytes());
          it.setBytes(3, row.found().pluginData().digest().bytes());
          it.setLong(4, row.id());
        });
  }

  private void move(List<Row> rows, String stage) throws SQLException {
    run(
        MOVE,
        rows,
        (it, row) -> {
          it.setString(1, stage);
          it.setString(2, stage);
          it.setLong(3, row.id());
        });
  }

  private void documents(List<Row> rows) throws SQLException {
    try (var insert = database.prepareStatement(DOCUMENT)) {
      for (var row : rows) {
        for (var document : row.found().all()) {
          var body = document.text().orElseThrow().bytes();
          insert.setBytes(1, document.digest().bytes());
          insert.setBytes(2, body);
          insert.setBytes(3, body);
          insert.setInt(4, document.split());
          insert.setObject(5, StoredNodes.uuid(row.node()));
          insert.addBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private void run(String sql, List<Row> rows, Parameters parameters) throws SQLException {
    try (var statement = database.prepareStatement(sql)) {
      for (var row : rows) {
        parameters.set(statement, row);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }
}

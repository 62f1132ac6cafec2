package dev.assay.document;

import dev.assay.document.DocumentTransfers.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Has all documents that belong to results moved to another place, a few hundred nodes per
 * transaction. It can be interrupted and repeated; the conductors do the moving, meanwhile and
 * afterwards.
 */
public final class DocumentMove {
  private static final int NODES = 500;

  private static final String TO_STORE =
      """
      select distinct d.node_id, d.digest, 's3'
      from inspection_result r join document d
        on d.node_id = r.node_id and d.digest in (r.inventory, r.plugin_data)
      where r.node_id > ? and r.node_id <= ? and d.body is not null
      """;

  /** Those on their way to the object store, too: they would arrive there afterwards. */
  private static final String TO_DATABASE =
      """
      select d.node_id, d.digest, 'database'
      from document d left join document_transfer t using (node_id, digest)
      where d.node_id > ? and d.node_id <= ? and (d.place <> 'database' or t.target = 's3')
      """;

  private static final String INSERT = "insert into document_transfer (node_id, digest, target)\n";

  /** In the order in which others insert, too, so that none waits for the other. */
  private static final String IN_ORDER =
      """
      order by 1, 2
      on conflict (node_id, digest) do update
      set target = excluded.target, due_at = clock_timestamp()
      where document_transfer.target <> excluded.target
      """;

  private final Connection database;
  private final Place target;

  /**
   * How far it is.
   *
   * @param waiting documents that are still to be moved
   * @param error why one of them could not be moved the last time; empty for no failure
   */
  public record Progress(long waiting, Optional<String> error) {}

  /** Uses {@code database}, and leaves it with auto-commit switched on. */
  public DocumentMove(Connection database, Place target) throws SQLException {
    this.database = database;
    this.target = target;
    database.setAutoCommit(true);
  }

  /** Orders what is not where it should be. */
  public void order() throws SQLException {
    var sql = INSERT + (target == Place.S3 ? TO_STORE : TO_DATABASE) + IN_ORDER;
    try (var insert = database.prepareStatement(sql)) {
      var from = Optional.of(0L);
      while (from.isPresent()) {
        var to = end(from.get());
        insert.setLong(1, from.get());
        insert.setLong(2, to.orElse(Long.MAX_VALUE));
        insert.executeUpdate();
        from = to;
      }
    }
  }

  /** The last node of a step that begins behind {@code from}; empty when it is the last step. */
  private Optional<Long> end(long from) throws SQLException {
    try (var query =
        database.prepareStatement(
            "select id from node where id > ? order by id offset ? limit 1")) {
      query.setLong(1, from);
      query.setInt(2, NODES - 1);
      try (var row = query.executeQuery()) {
        return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
      }
    }
  }

  /** How far it is now. */
  public Progress progress() throws SQLException {
    try (var query =
        database.prepareStatement(
            "select count(*), max(error) from document_transfer where target = ?")) {
      query.setString(1, target.column());
      try (var row = query.executeQuery()) {
        row.next();
        return new Progress(row.getLong(1), Optional.ofNullable(row.getString(2)));
      }
    }
  }
}

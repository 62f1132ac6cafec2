package dev.assay.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * What an inspection, or a part of it, must write at least, into the tables of Assay with all their
 * indexes and triggers: few statements, each of them a durable commit. What Assay writes besides
 * (leases, announcements, addresses for look-ups, logs) is left out.
 */
interface FloorWrites {
  /** Statements that fill the tables first; each has the number of nodes as its parameter. */
  List<String> rows();

  /** How many commits there are for each node. */
  int commits();

  Writer writer(Connection connection) throws SQLException;

  /** The statements of one connection. */
  interface Writer extends AutoCloseable {
    /** Writes everything for the node with this row number. */
    void write(long id) throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /** Throws when {@code statement} does not change one row. */
  static void require(PreparedStatement statement, long id) throws SQLException {
    if (statement.executeUpdate() != 1) {
      throw wrongState(id);
    }
  }

  /** The number that {@code statement} returns. */
  static long number(PreparedStatement statement, long id) throws SQLException {
    try (var row = statement.executeQuery()) {
      if (!row.next()) {
        throw wrongState(id);
      }
      return row.getLong(1);
    }
  }

  private static IllegalStateException wrongState(long id) {
    return new IllegalStateException("node " + id + " or its inspection is in another state");
  }
}

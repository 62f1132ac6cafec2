package dev.assay.standalone.deployment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short questions to a database. */
final class Database {
  private final Connection connection;

  Database(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  /** The first column of the first row; IllegalStateException without a row. */
  String text(String sql, Object... parameters) throws SQLException {
    var all = texts(sql, parameters);
    if (all.isEmpty()) {
      throw new IllegalStateException("nothing found by " + sql);
    }
    return all.getFirst();
  }

  long number(String sql, Object... parameters) throws SQLException {
    return (long) Double.parseDouble(text(sql, parameters));
  }

  boolean yes(String sql, Object... parameters) throws SQLException {
    return text(sql, parameters).equals("t");
  }

  /** The first column of every row; an empty text for null. */
  List<String> texts(String sql, Object... parameters) throws SQLException {
    try (var query = connection.prepareStatement(sql)) {
      bind(query, parameters);
      var found = new ArrayList<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          @Nullable String value = rows.getString(1);
          found.add(value == null ? "" : value);
        }
      }
      return found;
    }
  }

  private static void bind(PreparedStatement query, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      query.setObject(i + 1, parameters[i]);
    }
  }
}

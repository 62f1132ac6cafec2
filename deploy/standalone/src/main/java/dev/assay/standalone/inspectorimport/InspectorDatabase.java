package dev.assay.standalone.inspectorimport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The database of an ironic-inspector 11 or 12, on MySQL, MariaDB or PostgreSQL. Everything is read
 * in one transaction, which writes nothing, so that all answers are of the same moment.
 */
public final class InspectorDatabase implements AutoCloseable {
  /** The last change of ironic-inspector's schema: there were none after it. */
  static final String SCHEMA = "b55109d5063a";

  private static final int SMALL_ROWS = 100;

  /** Megabytes each. */
  private static final int LARGE_ROWS = 2;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Connection connection;

  private InspectorDatabase(Connection connection) {
    this.connection = connection;
  }

  /**
   * Connects, and checks that it is a database of ironic-inspector.
   *
   * @throws IllegalArgumentException when it is not, or is of an older version
   */
  public static InspectorDatabase open(DatabaseUrl url) throws SQLException {
    var connection = connect(url);
    var database = new InspectorDatabase(connection);
    try {
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      database.checkSchema(url);
      return database;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static Connection connect(DatabaseUrl url) throws SQLException {
    try {
      return DriverManager.getConnection(url.jdbc(), url.user(), url.password());
    } catch (SQLException e) {
      throw new SQLException(
          "%s cannot be opened: %s. Check address, user and password, or give --database."
              .formatted(url, e.getMessage()),
          e);
    }
  }

  private void checkSchema(DatabaseUrl url) throws SQLException {
    var found = new ArrayList<String>();
    try {
      each("SELECT version_num FROM alembic_version", row -> found.add(row.getString(1)));
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "%s is no database of ironic-inspector: it has no table alembic_version that can be read"
              .formatted(url),
          e);
    }
    if (!found.equals(List.of(SCHEMA))) {
      throw new IllegalArgumentException(
          "%s has schema %s, not %s: run ironic-inspector-dbsync upgrade of ironic-inspector 11.1 or"
                  .formatted(url, found, SCHEMA)
              + " later first");
    }
  }

  /** All rules, in the order in which they are applied. */
  public List<InspectorRule> rules() throws SQLException {
    Map<String, List<InspectorRule.Condition>> conditions = new LinkedHashMap<>();
    each(
        "SELECT rule, op, field, multiple, invert, params FROM rule_conditions ORDER BY id",
        row ->
            conditions
                .computeIfAbsent(row.getString(1), _ -> new ArrayList<>())
                .add(
                    new InspectorRule.Condition(
                        row.getString(2),
                        text(row, 3).orElse(""),
                        row.getString(4),
                        row.getBoolean(5),
                        object(row, 6))));
    Map<String, List<InspectorRule.Action>> actions = new LinkedHashMap<>();
    each(
        "SELECT rule, action, params FROM rule_actions ORDER BY id",
        row ->
            actions
                .computeIfAbsent(row.getString(1), _ -> new ArrayList<>())
                .add(new InspectorRule.Action(row.getString(2), object(row, 3))));
    List<InspectorRule> rules = new ArrayList<>();
    each(
        """
        SELECT uuid, created_at, description, disabled, scope
        FROM rules
        ORDER BY created_at, uuid
        """,
        row ->
            rules.add(
                new InspectorRule(
                    row.getString(1),
                    time(row, 2).orElseThrow(),
                    text(row, 3),
                    row.getBoolean(4),
                    text(row, 5).filter(scope -> !scope.isEmpty()),
                    conditions.getOrDefault(row.getString(1), List.of()),
                    actions.getOrDefault(row.getString(1), List.of()))));
    return rules;
  }

  /** All nodes, by UUID. */
  public List<InspectorNode> nodes() throws SQLException {
    List<InspectorNode> nodes = new ArrayList<>();
    each(
        "SELECT uuid, state, started_at, finished_at, error FROM nodes ORDER BY uuid",
        row ->
            nodes.add(
                new InspectorNode(
                    row.getString(1), text(row, 2), time(row, 3), time(row, 4), text(row, 5))));
    return nodes;
  }

  /** Gives the stored data of every node, by UUID, the unprocessed first; one at a time. */
  public void data(Consumer<StoredData> receiver) throws SQLException {
    each(
        """
        SELECT uuid, processed, data
        FROM introspection_data
        WHERE data IS NOT NULL
        ORDER BY uuid, processed
        """,
        LARGE_ROWS,
        row ->
            receiver.accept(new StoredData(row.getString(1), row.getBoolean(2), row.getString(3))));
  }

  private void each(String sql, RowReader reader) throws SQLException {
    each(sql, SMALL_ROWS, reader);
  }

  /** Both drivers read {@code atOnce} rows at a time, instead of all of them. */
  private void each(String sql, int atOnce, RowReader reader) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(atOnce);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
    }
  }

  /** Takes what it needs from the current row. */
  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  private static Optional<String> text(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  /** ironic-inspector stores UTC in columns without a time zone. */
  private static Optional<Instant> time(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, LocalDateTime.class))
        .map(time -> time.toInstant(ZoneOffset.UTC));
  }

  private static ObjectNode object(ResultSet row, int column) throws SQLException {
    var json = text(row, column).orElse("{}");
    try {
      if (JSON.readTree(json) instanceof ObjectNode object) {
        return object;
      }
      throw new SQLException("parameters of a rule are no JSON object: " + json);
    } catch (JsonProcessingException e) {
      throw new SQLException("parameters of a rule are no JSON: " + json, e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

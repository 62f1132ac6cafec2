package dev.assay.statement;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Writes of one transaction that the database gets as one statement, in one round trip. Each is a
 * common table expression, so none sees what the others write. What is added but not run is not
 * written.
 */
public final class JoinedWrites {
  private final Map<String, String> parts = new LinkedHashMap<>();
  private final Parameters parameters = new Parameters();
  private Optional<Result> result = Optional.empty();

  private record Result(String select, Consumer<Object[]> reader) {}

  /**
   * Adds a common table expression; {@code sql} has named parameters, to be set as well, and
   * neither a colon nor a question mark elsewhere.
   */
  public JoinedWrites add(String name, String sql) {
    if (parts.putIfAbsent(name, sql) != null) {
      throw new IllegalArgumentException("there already is a part " + name);
    }
    return this;
  }

  /** Sets a parameter of any part. */
  public JoinedWrites set(String parameter, Object value) {
    parameters.set(parameter, value);
    return this;
  }

  /** As above, of type text; null is possible. */
  public JoinedWrites setText(String parameter, @Nullable String value) {
    parameters.setText(parameter, value);
    return this;
  }

  /**
   * Gives {@code reader} the only row of {@code select}, which reads from a part, once all is
   * written. What the transaction has changed so far is written before.
   */
  public JoinedWrites read(String select, Consumer<Object[]> reader) {
    if (result.isPresent()) {
      throw new IllegalArgumentException("only one part can be read");
    }
    result = Optional.of(new Result(select, reader));
    return this;
  }

  /** Writes everything, if there is anything. */
  public void run(Session database) {
    if (parts.isEmpty()) {
      return;
    }
    if (result.isPresent()) {
      database.flush();
    }
    var statement = PlainStatement.of(sql(), parameters);
    database.doWork(connection -> run(connection, statement));
  }

  private String sql() {
    var select = result.map(Result::select).orElse("select 1");
    return parts.entrySet().stream()
        .map(part -> part.getKey() + " as (" + part.getValue() + ")")
        .collect(joining(", ", "with ", " " + select));
  }

  private void run(Connection connection, PlainStatement statement) throws SQLException {
    try {
      var row = onlyRow(statement.rows(connection));
      result.ifPresent(it -> it.reader().accept(row));
    } catch (SQLException e) {
      e.addSuppressed(new IllegalStateException("in the joined writes " + parts.keySet()));
      throw e;
    }
  }

  private static Object[] onlyRow(List<Object[]> rows) {
    if (rows.size() != 1) {
      var problem = rows.isEmpty() ? "no row" : "more than one row";
      throw new IllegalStateException("joined writes returned " + problem);
    }
    return rows.getFirst();
  }
}

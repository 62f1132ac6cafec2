package dev.assay.statement;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Writes of one transaction that the database gets as one statement, in one round trip. Each is a
 * common table expression, so none sees what the others write. What is added but not run is not
 * written.
 */
public final class JoinedWrites {
  private final Map<String, String> parts = new LinkedHashMap<>();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Set<String> absent = new LinkedHashSet<>();
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
    values.put(parameter, value);
    return this;
  }

  /** As above, of type text; null is possible. */
  public JoinedWrites setText(String parameter, @Nullable String value) {
    if (value == null) {
      absent.add(parameter);
    } else {
      values.put(parameter, value);
    }
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
    var statement = Statement.of(sql());
    database.doWork(connection -> run(connection, statement));
  }

  private String sql() {
    var select = result.map(Result::select).orElse("select 1");
    return parts.entrySet().stream()
        .map(part -> part.getKey() + " as (" + part.getValue() + ")")
        .collect(joining(", ", "with ", " " + select));
  }

  private void run(Connection connection, Statement statement) throws SQLException {
    try (var prepared = connection.prepareStatement(statement.sql())) {
      int place = 1;
      for (var parameter : statement.parameters()) {
        set(prepared, place++, parameter);
      }
      try (var rows = prepared.executeQuery()) {
        var row = onlyRow(rows);
        result.ifPresent(it -> it.reader().accept(row));
      }
    } catch (SQLException e) {
      e.addSuppressed(new IllegalStateException("in the joined writes " + parts.keySet()));
      throw e;
    }
  }

  private void set(PreparedStatement prepared, int place, String parameter) throws SQLException {
    var value = values.get(parameter);
    if (value instanceof Instant at) {
      prepared.setObject(place, at.atOffset(ZoneOffset.UTC));
    } else if (value != null) {
      prepared.setObject(place, value);
    } else if (absent.contains(parameter)) {
      prepared.setNull(place, Types.VARCHAR);
    } else {
      throw new IllegalArgumentException("parameter %s is not set".formatted(parameter));
    }
  }

  private static Object[] onlyRow(ResultSet rows) throws SQLException {
    if (!rows.next()) {
      throw new IllegalStateException("joined writes returned no row");
    }
    var row = new Object[rows.getMetaData().getColumnCount()];
    for (int i = 0; i < row.length; i++) {
      row[i] = rows.getObject(i + 1);
    }
    if (rows.next()) {
      throw new IllegalStateException("joined writes returned more than one row");
    }
    return row;
  }

  /**
   * What JDBC gets.
   *
   * @param parameters one name for each placeholder
   */
  private record Statement(String sql, List<String> parameters) {
    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-zA-Z]\\w*)");

    /** Their number is small: parts are constants, apart from the number of documents. */
    private static final Map<String, Statement> KNOWN = new ConcurrentHashMap<>();

    static Statement of(String named) {
      return KNOWN.computeIfAbsent(named, Statement::parsed);
    }

    private static Statement parsed(String named) {
      var matcher = PARAMETER.matcher(named);
      var parameters = matcher.results().map(it -> it.group(1)).toList();
      return new Statement(matcher.replaceAll("?"), parameters);
    }
  }
}

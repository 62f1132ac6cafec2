package dev.assay.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.hibernate.Session;

/**
 * A statement with named parameters that the database gets as it is, over the connection of the
 * session's transaction, for statements of every inspection: a native query of Hibernate costs
 * several times the processor time. Changed entities are not written before it, nor read again
 * after it.
 */
public final class PlainStatement {
  private final Parsed parsed;
  private final Parameters parameters;

  private PlainStatement(String sql, Parameters parameters) {
    this.parsed = Parsed.of(sql);
    this.parameters = parameters;
  }

  /**
   * A statement whose parameters are to be set.
   *
   * @param sql a constant, because it is kept; with named parameters (":lease"), and neither a
   *     colon nor a question mark elsewhere except in casts ("::text")
   */
  public static PlainStatement of(String sql) {
    return of(sql, new Parameters());
  }

  /** As above; {@code parameters} are set already. */
  static PlainStatement of(String sql, Parameters parameters) {
    return new PlainStatement(sql, parameters);
  }

  /** Sets a parameter, wherever it occurs. */
  public PlainStatement set(String parameter, Object value) {
    parameters.set(parameter, value);
    return this;
  }

  /** Returns the rows, each with its columns as JDBC reads them. */
  public List<Object[]> rows(Session database) {
    return database.doReturningWork(this::rows);
  }

  /** As above, over a connection of the caller. */
  List<Object[]> rows(Connection connection) throws SQLException {
    try (var prepared = prepare(connection);
        var found = prepared.executeQuery()) {
      var rows = new ArrayList<Object[]>();
      while (found.next()) {
        rows.add(row(found));
      }
      return rows;
    }
  }

  /** Returns the only row; empty when there is none. */
  public Optional<Object[]> row(Session database) {
    var rows = rows(database);
    if (rows.size() > 1) {
      throw new IllegalStateException("%d rows instead of one".formatted(rows.size()));
    }
    return rows.stream().findFirst();
  }

  /** Returns how many rows it changed. */
  public int update(Session database) {
    return database.doReturningWork(
        connection -> {
          try (var prepared = prepare(connection)) {
            return prepared.executeUpdate();
          }
        });
  }

  private PreparedStatement prepare(Connection connection) throws SQLException {
    var prepared = connection.prepareStatement(parsed.sql());
    try {
      int place = 1;
      for (var parameter : parsed.parameters()) {
        parameters.bind(prepared, place++, parameter);
      }
      return prepared;
    } catch (SQLException | RuntimeException e) {
      prepared.close();
      throw e;
    }
  }

  private static Object[] row(ResultSet found) throws SQLException {
    var row = new Object[found.getMetaData().getColumnCount()];
    for (int i = 0; i < row.length; i++) {
      row[i] = found.getObject(i + 1);
    }
    return row;
  }

  /**
   * What JDBC gets.
   *
   * @param parameters one name for each placeholder
   */
  private record Parsed(String sql, List<String> parameters) {
    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-zA-Z]\\w*)");

    /** Their number is small: constants, joined in ways that differ by the number of documents. */
    private static final Map<String, Parsed> KNOWN = new ConcurrentHashMap<>();

    static Parsed of(String named) {
      return KNOWN.computeIfAbsent(named, Parsed::parse);
    }

    private static Parsed parse(String named) {
      var matcher = PARAMETER.matcher(named);
      var parameters = matcher.results().map(it -> it.group(1)).toList();
      return new Parsed(matcher.replaceAll("?"), parameters);
    }
  }
}

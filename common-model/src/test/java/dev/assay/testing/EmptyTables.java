package dev.assay.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.storedjson.StoredJson;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Plans statements as PostgreSQL does as long as the tables have no rows and no statistics. A
 * connection keeps such a plan until statistics are gathered. Source: docs/decisions/0007.
 */
public final class EmptyTables {
  private static final Pattern PARAMETER = Pattern.compile("\\?\\d*|(?<!:):[a-zA-Z]\\w*");

  private EmptyTables() {}

  /**
   * Returns the scans in the plan of {@code sql} that would read a whole table or index, each as
   * type and relation.
   */
  public static List<String> wholeScans(DataSource pool, String sql) throws SQLException {
    try (var connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        createTables(statement);
        statement.execute("set local plan_cache_mode = force_generic_plan");
        var last = new AtomicInteger();
        statement.execute(
            "prepare planned as "
                + PARAMETER.matcher(sql).replaceAll(_ -> "\\$" + last.incrementAndGet()));
        var values = String.join(", ", Collections.nCopies(last.get(), "null"));
        try (var rows =
            statement.executeQuery("explain (format json) execute planned(" + values + ")")) {
          rows.next();
          var scans = new ArrayList<String>();
          collect(StoredJson.MAPPER.readTree(rows.getString(1)), scans);
          return scans;
        } finally {
          statement.execute("deallocate planned");
        }
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("not a plan", e);
      } finally {
        connection.rollback();
      }
    }
  }

  /**
   * In a schema of their own: to empty the tables themselves would lock them in another order than
   * the application that runs meanwhile, and end in deadlocks.
   */
  private static void createTables(Statement statement) throws SQLException {
    statement.execute("create schema without_rows");
    statement.execute("set local search_path to without_rows");
    for (var change : SchemaScripts.all()) {
      statement.execute(change);
    }
  }

  private static void collect(JsonNode plan, List<String> scans) {
    var type = plan.path("Node Type").asText();
    var whole =
        switch (type) {
          case "Seq Scan" -> true;
          case "Index Scan", "Index Only Scan", "Bitmap Index Scan" -> !plan.has("Index Cond");
          default -> false;
        };
    if (whole) {
      scans.add(
          type + " of " + plan.path("Relation Name").asText(plan.path("Index Name").asText()));
    }
    plan.forEach(part -> collect(part, scans));
  }
}

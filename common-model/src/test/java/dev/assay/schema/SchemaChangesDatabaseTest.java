package dev.assay.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What is missing in a database; each test in a transaction that is rolled back. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaChangesDatabaseTest {
  @Inject DataSource databases;

  private Connection database;

  @BeforeEach
  void begin() throws SQLException {
    database = databases.getConnection();
    database.setAutoCommit(false);
  }

  @AfterEach
  void rollBack() throws SQLException {
    database.rollback();
    database.close();
  }

  @Test
  void nothing_is_missing_after_the_start() throws SQLException {
    assertThat(SchemaChanges.missing(database)).isEmpty();
  }

  @Test
  void the_changes_are_those_that_liquibase_makes_in_its_order() throws SQLException {
    assertThat(List.copyOf(SchemaChanges.all()))
        .isEqualTo(texts("select id from databasechangelog order by orderexecuted"));
  }

  @Test
  void a_change_that_is_not_recorded_is_missing() throws SQLException {
    run("delete from databasechangelog where id = '030-inspection-traceparent'");

    assertThat(SchemaChanges.missing(database)).containsExactly("030-inspection-traceparent");
  }

  @Test
  void all_are_missing_in_an_empty_database() throws SQLException {
    run("drop table databasechangelog");

    assertThat(SchemaChanges.missing(database)).isEqualTo(SchemaChanges.all());
  }

  @Test
  void what_a_later_version_has_added_does_not_matter() throws SQLException {
    run(
        """
        insert into databasechangelog (id, author, filename, dateexecuted, orderexecuted, exectype)
        values ('999-later', 'assay', 'db/assay/999-later.sql', now(), 999, 'EXECUTED')
        """);

    assertThat(SchemaChanges.missing(database)).isEmpty();
  }

  private void run(String sql) throws SQLException {
    try (var statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> texts(String sql) throws SQLException {
    var texts = new ArrayList<String>();
    try (var statement = database.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}

package dev.assay.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.testing.CapturedLog;
import dev.assay.testing.OwnDatabase;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(value = OwnDatabase.class, restrictToAnnotatedClass = true)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseOutageDatabaseTest {
  @Inject DatabaseOutage outage;
  @Inject AgroalDataSource database;

  @Test
  void is_told_once_when_it_begins_and_once_when_it_is_over() throws Exception {
    try (var log = CapturedLog.of(DatabaseOutage.class)) {
      OwnDatabase.kill();
      var failures = new ArrayList<SQLException>();
      while (failures.size() < 5) {
        try {
          ask();
        } catch (SQLException e) {
          failures.add(e);
        }
      }
      assertThat(failures).allMatch(outage::explains);
      assertThat(outage.explains(new SQLException("wrong password", "28P01"))).isFalse();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("The database cannot be reached, and what needs it is tried again");

      OwnDatabase.restart();
      awaitEnd(log);
      assertThat(log.lines()).hasSize(2);
      ask();
    }
  }

  @Test
  void a_step_of_the_start_waits_for_its_end() throws Exception {
    try (var log = CapturedLog.of(DatabaseOutage.class)) {
      OwnDatabase.kill();
      var step = CompletableFuture.runAsync(() -> awaitDatabase());
      assertThat(step).isNotDone();

      OwnDatabase.restart();

      assertThat(step).succeedsWithin(60, TimeUnit.SECONDS);
      awaitEnd(log); // else the next outage would count as part of this one
    }
  }

  @Test
  void other_failures_are_not_explained_and_not_waited_for() throws Exception {
    try (var log = CapturedLog.of(DatabaseOutage.class)) {
      assertThat(outage.explains(new IllegalStateException("a mistake"))).isFalse();
      assertThat(outage.explains(new SQLException("no such user", "28P01"))).isFalse();
      assertThatThrownBy(
              () ->
                  outage.await(
                      () -> {
                        throw new SQLException("no such database", "3D000");
                      }))
          .isInstanceOf(SQLException.class);
      assertThat(log.lines()).isEmpty();
    }
  }

  private static void awaitEnd(CapturedLog log) {
    await()
        .atMost(60, TimeUnit.SECONDS)
        .untilAsserted(
            () ->
                assertThat(log.lines())
                    .last()
                    .asString()
                    .matches("The database is reached again, after \\d+ s\\."));
  }

  private void awaitDatabase() {
    try {
      outage.await(this::ask);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void ask() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("select 1");
    }
  }
}

package dev.assay.conductor.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.testing.OwnDatabase;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A conductor stays registered whatever happens to its other database connections. */
@QuarkusTest
@QuarkusTestResource(value = OwnDatabase.class, restrictToAnnotatedClass = true)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeartbeatTest {
  @Inject AgroalDataSource pool;

  @Test
  void goes_on_while_work_has_taken_every_connection() throws Exception {
    var taken = new ArrayDeque<Connection>();
    try {
      var most = pool.getConfiguration().connectionPoolConfiguration().maxSize();
      while (taken.size() < most) {
        taken.add(pool.getConnection());
      }
      awaitTwoBeats(taken.getFirst());
    } finally {
      for (var connection : taken) {
        connection.close();
      }
    }
  }

  @Test
  void goes_on_after_a_database_that_stood_still() throws Exception {
    OwnDatabase.freeze();
    for (var longerThanItsLimit = 0; longerThanItsLimit < 2; longerThanItsLimit++) {
      assertThatThrownBy(
              () -> {
                try (var connection = pool.getConnection()) {
                  alive(connection);
                }
              })
          .isInstanceOf(SQLException.class);
    }
    OwnDatabase.thaw();
    await()
        .atMost(20, TimeUnit.SECONDS)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              try (var connection = pool.getConnection()) {
                assertThat(alive(connection)).isTrue();
              }
            });
    try (var connection = pool.getConnection()) {
      awaitTwoBeats(connection);
    }
  }

  private static void awaitTwoBeats(Connection connection) throws SQLException {
    for (var beats = 0; beats < 2; beats++) {
      var last = lastBeat(connection);
      await()
          .atMost(10, TimeUnit.SECONDS)
          .untilAsserted(() -> assertThat(lastBeat(connection)).isAfter(last));
    }
    assertThat(alive(connection)).isTrue();
  }

  private static Instant lastBeat(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select updated_at from conductor")) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  private static boolean alive(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select expires_at > clock_timestamp() from conductor")) {
      rows.next();
      return rows.getBoolean(1);
    }
  }
}

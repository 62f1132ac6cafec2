package dev.assay.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The last change is made again, while something else uses the database. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaDatabaseTest {
  private static final String UNDO =
      """
      create index if not exists lease_holder on lease (holder);
      delete from databasechangelog where id = '033-leases-by-name'
      """;

  @Inject DataSource databases;
  @Inject Schema schema;

  @Test
  void a_change_that_a_deadlock_ended_is_made_again() throws Exception {
    try (var service = databases.getConnection();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      run(service, UNDO);
      var locked = new CountDownLatch(1);
      var reading =
          threads.submit(
              () -> {
                service.setAutoCommit(false);
                // PostgreSQL ends the transaction that finds the deadlock.
                run(service, "set local deadlock_timeout = '1h'");
                run(service, "alter index lease_holder set (fillfactor = 80)");
                locked.countDown();
                runWhen(
                    service,
                    "relation = 'lease'::regclass and mode = 'AccessExclusiveLock' and granted",
                    "perform from lease");
                service.commit();
                service.setAutoCommit(true);
                return true;
              });
      locked.await();

      var made = schema.update();
      assertThat(reading.get()).as("the service is not disturbed").isTrue();
      assertThat(made).as("made despite the deadlock").isFalse();
      run(service, "select pg_advisory_lock(%d)".formatted(Schema.LOCK)); // others can go on
      run(service, "select pg_advisory_unlock(%d)".formatted(Schema.LOCK));
      assertThat(schema.update()).isTrue();

      assertThat(SchemaChanges.missing(service)).isEmpty();
      assertThat(isThere(service, "lease_holder")).isFalse();
    }
  }

  /** As pg_dump does; what else needs the table would wait behind a change that waits. */
  @Test
  void a_change_does_not_wait_long_for_who_reads_the_table() throws Exception {
    try (var dump = databases.getConnection();
        var service = databases.getConnection()) {
      run(dump, UNDO);
      dump.setAutoCommit(false);
      run(dump, "set local idle_in_transaction_session_timeout = 0");
      run(dump, "lock table lease in access share mode");

      assertThat(schema.update()).as("made while others read").isFalse();
      run(service, "update lease set epoch = epoch");
      dump.commit();
      dump.setAutoCommit(true);

      await().until(schema::update);
      assertThat(isThere(service, "lease_holder")).isFalse();
    }
  }

  @Test
  void a_change_waits_for_the_process_that_makes_it() throws Exception {
    try (var other = databases.getConnection();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      run(other, UNDO);
      run(other, "select pg_advisory_lock(%d)".formatted(Schema.LOCK));
      var update = threads.submit(() -> schema.update());
      runWhen(other, "locktype = 'advisory' and not granted", "null");
      assertThat(isThere(other, "lease_holder")).isTrue();
      run(other, "select pg_advisory_unlock(%d)".formatted(Schema.LOCK));

      assertThat(update.get()).isTrue();
      assertThat(isThere(other, "lease_holder")).isFalse();
    }
  }

  @Test
  void a_change_is_recorded_or_not_made_when_its_connection_ends() throws Exception {
    try (var other = databases.getConnection();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      run(other, UNDO);
      other.setAutoCommit(false);
      run(other, "lock table databasechangelog in share mode"); // records have to wait
      var update = threads.submit(() -> schema.update());
      var waiting = "relation = 'databasechangelog'::regclass and not granted";
      runWhen(other, waiting, "perform pg_terminate_backend(pid) from pg_locks where " + waiting);
      assertThatThrownBy(update::get).hasStackTraceContaining("terminating connection");
      other.commit();
      other.setAutoCommit(true);
      assertThat(isThere(other, "lease_holder")).isTrue();

      assertThat(schema.update()).isTrue();
      assertThat(isThere(other, "lease_holder")).isFalse();
    }
  }

  /** Runs a statement as soon as there is such a lock, without a round trip in between. */
  private static void runWhen(Connection database, String lock, String statement)
      throws SQLException {
    run(
        database,
        """
        do $$ begin
          while not exists (select from pg_locks where %s) loop
            perform pg_sleep(0.002);
          end loop;
          %s;
        end $$
        """
            .formatted(lock, statement));
  }

  private static boolean isThere(Connection database, String index) throws SQLException {
    try (var statement = database.prepareStatement("select to_regclass(?) is not null")) {
      statement.setString(1, index);
      try (var row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private static void run(Connection database, String sql) throws SQLException {
    try (var statement = database.createStatement()) {
      statement.execute(sql);
    }
  }
}

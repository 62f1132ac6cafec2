package dev.assay.schema;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.quarkus.liquibase.LiquibaseFactory;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.ui.LoggerUIService;
import org.jboss.logging.Logger;

/**
 * Updates the database schema at startup. The first process to start runs the changes; the others
 * wait for it. A PostgreSQL advisory lock guards this, because it is released when its holder dies:
 * Liquibase's own lock is a row that remains when the process is killed.
 */
@ApplicationScoped
public class Schema {
  private static final Logger LOG = Logger.getLogger(Schema.class);
  private static final int BEFORE_ALL = -1000; // schedulers and channels start at 0 and later
  private static final long LOCK = 0x4153534159L; // "ASSAY"

  private final AgroalDataSource database;
  private final LiquibaseFactory liquibase;

  Schema(AgroalDataSource database, LiquibaseFactory liquibase) {
    this.database = database;
    this.liquibase = liquibase;
  }

  void update(@Observes @Priority(BEFORE_ALL) StartupEvent started) throws SQLException {
    try (var connection = database.getConnection()) {
      liftLimits(connection);
      call(connection, "select pg_advisory_lock(?)");
      try {
        // Liquibase's own messages go to the log, not to the console.
        Scope.child(Map.of(Scope.Attr.ui.name(), new LoggerUIService()), this::runChanges);
      } catch (Exception e) { // what Scope declares
        throw new IllegalStateException(
            "The database schema cannot be brought to this version: " + e.getMessage(), e);
      } finally {
        call(connection, "select pg_advisory_unlock(?)");
      }
    } finally {
      database.flush(FlushMode.GRACEFUL); // no request may get a connection without limits
    }
    LOG.debug("The database schema is up to date.");
  }

  private void runChanges() throws LiquibaseException, SQLException {
    try (var changes = liquibase.createLiquibase()) {
      liftLimits(((JdbcConnection) changes.getDatabase().getConnection()).getWrappedConnection());
      changes.setShowSummary(UpdateSummaryEnum.OFF);
      changes.forceReleaseLocks(); // left by a killed process: we hold the real lock
      changes.update();
    }
  }

  /**
   * Switches the timeouts off: waiting for another process, or changing a large table, may take
   * long.
   */
  private static void liftLimits(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, 0);
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          set statement_timeout = 0; set lock_timeout = 0;
          set idle_in_transaction_session_timeout = 0
          """);
    }
    if (!connection.getAutoCommit()) {
      connection.commit(); // else a rollback would undo the settings
    }
  }

  private static void call(Connection connection, String sql) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, LOCK);
      statement.execute();
    }
  }
}

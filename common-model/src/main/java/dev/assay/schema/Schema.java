package dev.assay.schema;

import dev.assay.connection.DatabaseFailure;
import dev.assay.connection.DatabaseOutage;
import dev.assay.time.RepeatedMessages;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.quarkus.liquibase.LiquibaseFactory;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.ui.LoggerUIService;
import org.jboss.logging.Logger;

/**
 * Updates the database schema at startup, or waits until another process has done it. The first
 * process to start runs the changes; the others wait for it. A PostgreSQL advisory lock of the
 * connection that makes the changes guards this, because it is released when that connection ends:
 * Liquibase's own lock is a row that remains when the process is killed.
 */
@ApplicationScoped
public class Schema {
  private static final Logger LOG = Logger.getLogger(Schema.class);
  private static final int BEFORE_ALL = -1000; // schedulers and channels start at 0 and later

  private static final String DEADLOCK = "40P01";
  private static final String LOCK_NOT_GOT = "55P03";

  private static final String IN_THE_WAY =
      "A change of the database schema and something else, such as a running service or pg_dump,"
          + " are in each other's way; the change is tried again until it is made.";

  /**
   * How long everything else may have to wait behind a change that waits for a table. Longer than
   * PostgreSQL needs to find a deadlock (1 s), after which nothing needs to pause.
   */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

  /** Until such a change is tried again. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  static final long LOCK = 0x4153534159L; // "ASSAY"

  private final AgroalDataSource database;
  private final LiquibaseFactory liquibase;
  private final DatabaseOutage outage;
  private final SchemaConfig config;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private boolean waiting;

  /** When a change may be tried, by System.nanoTime(). */
  private long next = System.nanoTime();

  Schema(
      AgroalDataSource database,
      LiquibaseFactory liquibase,
      DatabaseOutage outage,
      SchemaConfig config) {
    this.database = database;
    this.liquibase = liquibase;
    this.outage = outage;
    this.config = config;
  }

  /** Waits for the database when the process starts before it. */
  void prepare(@Observes @Priority(BEFORE_ALL) StartupEvent started) throws SQLException {
    switch (config.migrate()) {
      case ALWAYS -> outage.awaitTrue(this::update);
      case NEVER -> outage.awaitTrue(this::isUpToDate);
      case ONLY -> {
        outage.awaitTrue(this::update);
        LOG.info(
            "The database schema is up to date, and this process ends (assay.schema.migrate).");
        // Nothing that would have to be stopped has begun.
        Runtime.getRuntime().halt(0);
      }
    }
  }

  /** Whether all changes that this version needs have been made; says once when not. */
  private boolean isUpToDate() throws SQLException {
    var missing = missing();
    if (missing > 0 && !waiting) {
      waiting = true;
      LOG.infof(
          "The database schema lacks %d changes of this version; waiting until a process with"
              + " assay.schema.migrate=only or always has made them.",
          missing);
    }
    return missing == 0;
  }

  private int missing() throws SQLException {
    try (var connection = database.getConnection()) {
      return SchemaChanges.missing(connection).size();
    }
  }

  /** Makes the changes that are missing, if any; false when that has to be tried again. */
  boolean update() throws SQLException {
    if (missing() > 0 && (System.nanoTime() - next < 0 || !change())) {
      return false;
    }
    LOG.debug("The database schema is up to date.");
    return true;
  }

  private boolean change() {
    try {
      // Liquibase's own messages go to the log, not to the console.
      Scope.child(Map.of(Scope.Attr.ui.name(), new LoggerUIService()), this::runChanges);
      return true;
    } catch (Exception e) { // what Scope declares
      var states = DatabaseFailure.sqlStates(e).toList();
      if (states.contains(LOCK_NOT_GOT)) {
        next = System.nanoTime() + PAUSE.toNanos();
      }
      if (states.contains(LOCK_NOT_GOT) || states.contains(DEADLOCK)) {
        if (repeated.isDue(IN_THE_WAY)) {
          LOG.warn(IN_THE_WAY);
        }
        return false;
      }
      throw new IllegalStateException(
          "The database schema cannot be brought to this version: " + e.getMessage(), e);
    } finally {
      // No request may get a connection without limits. This also releases the lock of a failure.
      database.flush(FlushMode.GRACEFUL);
    }
  }

  private void runChanges() throws LiquibaseException, SQLException {
    try (var changes = liquibase.createLiquibase()) {
      var connection =
          ((JdbcConnection) changes.getDatabase().getConnection()).getWrappedConnection();
      liftLimits(connection);
      call(connection, "select pg_advisory_lock(?)");
      limitLocks(connection);
      var commits = new ChangeCommits(connection);
      changes.getDatabase().setConnection(commits);
      changes.setChangeExecListener(commits.listener());
      changes.setShowSummary(UpdateSummaryEnum.OFF);
      changes.forceReleaseLocks(); // left by a killed process: we hold the real lock
      changes.update();
      call(connection, "select pg_advisory_unlock(?)");
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
    commit(connection); // else a rollback would undo the settings
  }

  /**
   * Everything else that needs a table queues behind a change that waits for it, for example for
   * pg_dump, which may take hours.
   */
  private static void limitLocks(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("set lock_timeout = '%d ms'".formatted(LOCK_WAIT.toMillis()));
    }
    commit(connection);
  }

  private static void call(Connection connection, String sql) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, LOCK);
      statement.execute();
    }
    commit(connection);
  }

  private static void commit(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }
}

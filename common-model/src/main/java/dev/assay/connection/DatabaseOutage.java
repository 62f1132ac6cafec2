package dev.assay.connection;

import dev.assay.liveness.Loops;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Logs an outage of the database once for the whole process: a warning when it begins and another
 * line when it is over, instead of one for each failure that it causes. While it lasts, one thread
 * looks for its end.
 */
@ApplicationScoped
public class DatabaseOutage {
  private static final Logger LOG = Logger.getLogger(DatabaseOutage.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration STEP_LIMIT = Duration.ofSeconds(5);
  private static final Duration REMINDER = Duration.ofMinutes(10);

  /** Time allowed for one attempt: to connect, to log in, and for settings and query. */
  private static final Duration ATTEMPT_LIMIT = Duration.ofMinutes(2);

  /** The exit status of a process that SIGTERM ended. */
  private static final int TERMINATED = 143;

  private final AgroalDataSource database;
  private final Loops loops;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private @Nullable Thread watcher;

  /** A step of the startup that needs the database. */
  @FunctionalInterface
  public interface Step<E extends Exception> {
    void run() throws E;
  }

  /** What a step of the startup waits for in the database. */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    boolean isTrue() throws E;
  }

  /** Nothing is known of an outage yet. */
  public DatabaseOutage(AgroalDataSource database, Loops loops) {
    this.database = database;
    this.loops = loops;
  }

  /**
   * Returns whether an outage of the database explains {@code failure}, which then needs no log
   * line of its own. The first such failure begins the outage.
   */
  public boolean explains(Throwable failure) {
    if (DatabaseFailure.isOutage(failure)) {
      begin(failure);
      LOG.debug("The database cannot be reached.", failure);
      return true;
    }
    return isUnderWay()
        && DatabaseFailure.isTemporary(failure)
        && !DatabaseFailure.isRefusal(failure);
  }

  /**
   * Runs a step of the startup; when an outage makes it fail, runs it again until it succeeds or
   * fails otherwise. So a service that starts before its database waits for it. SIGTERM ends the
   * process at once meanwhile: nothing that would have to be stopped has begun, and the framework
   * would let the start go on to its end first.
   */
  public <E extends Exception> void await(Step<E> step) throws E {
    awaitTrue(
        () -> {
          step.run();
          return true;
        });
  }

  /** As {@link #await}, for a condition that is asked until it is true. */
  public <E extends Exception> void awaitTrue(Condition<E> condition) throws E {
    if (isTrue(condition)) {
      return;
    }
    var halt = new Thread(() -> Runtime.getRuntime().halt(TERMINATED), "halt");
    Runtime.getRuntime().addShutdownHook(halt);
    do {
      pause();
    } while (!isTrue(condition));
    Runtime.getRuntime().removeShutdownHook(halt);
  }

  private <E extends Exception> boolean isTrue(Condition<E> condition) throws E {
    try {
      return condition.isTrue();
    } catch (Exception e) {
      if (explains(e)) {
        return false;
      }
      throw e;
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the database", e);
    }
  }

  void stop(@Observes @Priority(1) ShutdownEvent ended) {
    stopping.countDown();
  }

  private synchronized boolean isUnderWay() {
    return watcher != null;
  }

  private synchronized void begin(Throwable failure) {
    if (watcher == null && stopping.getCount() > 0) {
      LOG.warnf(
          "The database cannot be reached, and what needs it is tried again or refused until it"
              + " can: %s",
          reason(failure));
      watcher = Thread.ofVirtual().name("database-outage").start(this::watch);
    }
  }

  private void watch() {
    var loop = loops.add("database-outage", ATTEMPT_LIMIT);
    var begun = System.nanoTime();
    var reminded = begun;
    try (var own = new OwnConnection(database, STEP_LIMIT, "set application_name = 'assay'")) {
      while (!stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        loop.turn();
        try {
          own.run(_ -> {}); // opening it is enough
          over(begun);
          return;
        } catch (Throwable e) { // if this thread ended, no outage would be logged any more
          loop.survive(e);
          if (since(reminded).compareTo(REMINDER) > 0) {
            reminded = System.nanoTime();
            LOG.warnf(
                "The database has not been reached for %d minutes: %s",
                since(begun).toMinutes(), reason(e));
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      loop.end();
    }
  }

  private synchronized void over(long begun) {
    watcher = null;
    database.flush(FlushMode.INVALID); // each broken connection would fail one more request
    LOG.infof("The database is reached again, after %d s.", since(begun).toSeconds());
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** What the driver said, without the classes that wrap it. */
  private static String reason(Throwable failure) {
    return DatabaseFailure.causes(failure).stream()
        .filter(SQLException.class::isInstance)
        .reduce((_, last) -> last)
        .map(Throwable::getMessage)
        .orElseGet(failure::toString);
  }
}

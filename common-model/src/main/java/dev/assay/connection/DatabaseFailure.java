package dev.assay.connection;

import jakarta.transaction.RollbackException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells from an exception whether the database could not do its work, and whether that passes.
 * Looks at everything that led to the exception, because pool, transaction manager and Hibernate
 * wrap what the driver reports. Source: PostgreSQL documentation, appendix A, Error Codes.
 */
public final class DatabaseFailure {
  private static final int MAX_CAUSES = 100;

  /** Without an SQLState, from the connection pool (Agroal): it got no connection, or lost it. */
  private static final Set<String> OF_THE_POOL =
      Set.of(
          "acquisition timeout while waiting for new connection",
          "acquisition timeout on health check",
          "sorry, acquisition timeout!",
          "this pool is closed and does not handle any more connections!",
          "can't create new connection as the pool is shutting down",
          "connection is closed",
          "statement is closed",
          "preparedstatement is closed",
          "resultset is closed");

  private DatabaseFailure() {}

  /**
   * Whether the database cannot be reached: there is no connection, or the server is starting,
   * stopping, has crashed, or takes no more connections. False for what does not pass by itself,
   * such as a wrong password.
   */
  public static boolean isOutage(Throwable failure) {
    var causes = causes(failure);
    return !isRefusal(failure)
        && sqlStates(causes)
            .anyMatch(
                state ->
                    switch (state) {
                      case "57P01", // the server is being stopped
                          "57P02", // it has crashed
                          "57P03", // it is starting, or in recovery
                          "53300" -> // too many connections
                          true;
                      case "08P01" -> false; // a message that server or driver does not understand
                      default -> state.startsWith("08");
                    });
  }

  /**
   * Whether the server, or its certificate, is not accepted, or the server does not accept user,
   * password or database name: recurs until somebody corrects the configuration.
   */
  public static boolean isRefusal(Throwable failure) {
    return causes(failure).stream().anyMatch(DatabaseFailure::refuses);
  }

  /**
   * Whether the database could not do it now, but may when it is tried again: an outage, a time
   * limit, a lack of resources, or a transaction that was rolled back in favour of another. Also a
   * connection that is refused until somebody corrects the configuration.
   */
  public static boolean isTemporary(Throwable failure) {
    var causes = causes(failure);
    return causes.stream().anyMatch(DatabaseFailure::isOfThePool)
        || causes.stream().anyMatch(DatabaseFailure::refuses)
        || isUnexplainedRollback(causes)
        || sqlStates(causes)
            .anyMatch(
                state ->
                    switch (state) {
                      case "25006", // a standby, or a primary that was demoted
                          "25P03", // idle for too long in a transaction
                          "25P04", // a transaction that takes too long
                          "55P03" -> // a lock was not free in time
                          true;
                      default ->
                          Stream.of("08", "40", "53", "57", "58").anyMatch(state::startsWith);
                    });
  }

  /** Everything that led to {@code failure}, itself first. */
  public static Set<Throwable> causes(Throwable failure) {
    var found = new LinkedHashSet<Throwable>();
    collect(failure, found);
    return found;
  }

  private static void collect(@Nullable Throwable failure, Set<Throwable> found) {
    if (failure == null || found.size() == MAX_CAUSES || !found.add(failure)) {
      return;
    }
    collect(failure.getCause(), found);
    if (failure instanceof SQLException e) {
      collect(e.getNextException(), found);
    }
    if (isOfTheTransaction(failure)) { // Narayana attaches why a commit failed
      for (var reason : failure.getSuppressed()) {
        collect(reason, found);
      }
    }
  }

  /** The SQLStates of {@code failure} and of everything that led to it. */
  public static Stream<String> sqlStates(Throwable failure) {
    return sqlStates(causes(failure));
  }

  private static Stream<String> sqlStates(Set<Throwable> causes) {
    return causes.stream()
        .filter(SQLException.class::isInstance)
        .flatMap(e -> Stream.ofNullable(((SQLException) e).getSQLState()));
  }

  private static boolean isOfThePool(Throwable e) {
    return e instanceof SQLException
        && (OF_THE_POOL.contains(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT))
            || isGivenUp(e.getCause()));
  }

  /** The pool ended an attempt to connect that took too long, which the driver calls unusual. */
  private static boolean isGivenUp(@Nullable Throwable cause) {
    return cause != null && "Interrupted while attempting to connect.".equals(cause.getMessage());
  }

  private static boolean isOfTheTransaction(Throwable e) {
    return e.getClass().getPackage() == RollbackException.class.getPackage();
  }

  /**
   * Whether a transaction was rolled back and nothing says why: it took too long, or its connection
   * was lost and the exception that said so was not passed on.
   */
  private static boolean isUnexplainedRollback(Set<Throwable> causes) {
    return causes.stream().reduce((_, last) -> last).get() instanceof RollbackException;
  }

  private static boolean refuses(Throwable e) {
    return e instanceof CertificateException
        || e instanceof CertPathBuilderException
        || e instanceof CertPathValidatorException
        || (e instanceof SQLException sql
            && ("08004".equals(sql.getSQLState()) // no TLS, or another way to log in
                || String.valueOf(sql.getSQLState()).startsWith("28") // user or password
                || "3D000".equals(sql.getSQLState()))); // no such database
  }
}

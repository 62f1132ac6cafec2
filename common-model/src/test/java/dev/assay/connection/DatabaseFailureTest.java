package dev.assay.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.narayana.jta.QuarkusTransactionException;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.RollbackException;
import java.security.cert.CertificateException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.transaction.xa.XAException;
import org.hibernate.exception.GenericJDBCException;
import org.hibernate.exception.JDBCConnectionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures are an outage, and which may pass. Source: PostgreSQL, appendix A. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseFailureTest {
  @ParameterizedTest(name = "{0} {1}: outage {2}, temporary {3}")
  @CsvSource({
    "08000, connection_exception,             true,  true",
    "08001, unable_to_establish_connection,   true,  true",
    "08003, connection_does_not_exist,        true,  true",
    "08006, connection_failure,               true,  true",
    "08004, rejected_establishment,           false, true",
    "08P01, protocol_violation,               false, true",
    "57P01, admin_shutdown,                   true,  true",
    "57P02, crash_shutdown,                   true,  true",
    "57P03, cannot_connect_now,               true,  true",
    "57P05, idle_session_timeout,             false, true",
    "57014, query_canceled,                   false, true",
    "53300, too_many_connections,             true,  true",
    "53100, disk_full,                        false, true",
    "58030, io_error,                         false, true",
    "40001, serialization_failure,            false, true",
    "40P01, deadlock_detected,                false, true",
    "55P03, lock_not_available,               false, true",
    "25P03, idle_in_transaction_timeout,      false, true",
    "25P04, transaction_timeout,              false, true",
    "25006, read_only_sql_transaction,        false, true",
    "28P01, invalid_password,                 false, true",
    "28000, invalid_authorization,            false, true",
    "3D000, invalid_catalog_name,             false, true",
    "23505, unique_violation,                 false, false",
    "22021, character_not_in_repertoire,      false, false",
    "42601, syntax_error,                     false, false",
    "25P02, in_failed_sql_transaction,        false, false",
    "XX000, internal_error,                   false, false",
  })
  void by_the_state_that_the_server_or_the_driver_gives(
      String state, String name, boolean outage, boolean temporary) {
    var failure = new SQLException(name, state);

    assertThat(DatabaseFailure.isOutage(failure)).isEqualTo(outage);
    assertThat(DatabaseFailure.isTemporary(failure)).isEqualTo(temporary);
    var wrapped = new PersistenceException(new GenericJDBCException("failed", failure));
    assertThat(DatabaseFailure.isOutage(wrapped)).isEqualTo(outage);
    assertThat(DatabaseFailure.isTemporary(wrapped)).isEqualTo(temporary);
  }

  static Stream<Arguments> wrapped() {
    var gone = new SQLException("This connection has been closed.", "08003");
    return Stream.of(
        Arguments.of("a query", new JDBCConnectionException("failed", gone)),
        Arguments.of("a commit", new QuarkusTransactionException(failedCommit(gone))),
        Arguments.of("a flush at commit", rollback(new GenericJDBCException("failed", gone))),
        Arguments.of("a batch", batch(gone)),
        Arguments.of(
            "joining a transaction",
            new SQLException(
                "Exception in association of connection to existing transaction", gone)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrapped")
  void a_lost_connection_is_an_outage_whatever_it_interrupts(String what, Throwable failure) {
    assertThat(DatabaseFailure.isOutage(failure)).isTrue();
    assertThat(DatabaseFailure.isTemporary(failure)).isTrue();
  }

  static Stream<Arguments> ofThePool() {
    return Stream.of(
        Arguments.of(new SQLException("Acquisition timeout while waiting for new connection")),
        Arguments.of(new SQLException("Sorry, acquisition timeout!")),
        Arguments.of(
            new SQLException("This pool is closed and does not handle any more connections!")),
        Arguments.of(
            new SQLException(
                "Something unusual has occurred to cause the driver to fail.",
                "99999",
                new RuntimeException("Interrupted while attempting to connect."))),
        Arguments.of(new SQLException("Connection is closed")),
        Arguments.of(new SQLException("PreparedStatement is closed")));
  }

  @ParameterizedTest
  @MethodSource("ofThePool")
  void a_pool_without_a_connection_may_pass_and_is_no_outage_by_itself(SQLException failure) {
    var seen = new GenericJDBCException("Unable to acquire JDBC Connection", failure);

    assertThat(DatabaseFailure.isTemporary(seen)).isTrue();
    assertThat(DatabaseFailure.isOutage(seen)).isFalse();
  }

  @Test
  void a_rollback_without_a_reason_may_pass() {
    assertThat(
            DatabaseFailure.isTemporary(
                new QuarkusTransactionException(new RollbackException("ARJUNA016102"))))
        .isTrue();
  }

  @Test
  void a_rollback_because_of_something_else_does_not_pass() {
    assertThat(DatabaseFailure.isTemporary(rollback(new NullPointerException()))).isFalse();
    assertThat(DatabaseFailure.isTemporary(new IllegalStateException("a mistake"))).isFalse();
    assertThat(
            DatabaseFailure.isTemporary(failedCommit(new SQLException("duplicate key", "23505"))))
        .isFalse();
  }

  @Test
  void an_untrusted_certificate_is_no_outage_although_the_connection_fails() {
    var handshake = new SSLHandshakeException("PKIX path building failed");
    handshake.initCause(new CertificateException("not for this host"));
    var failure = new SQLException("SSL error", "08006", handshake);

    assertThat(DatabaseFailure.isOutage(failure)).isFalse();
    assertThat(DatabaseFailure.isTemporary(failure)).isTrue();
  }

  @Test
  void causes_that_form_a_circle_are_looked_at_once() {
    var one = new SQLException("one", "42601");
    var other = new SQLException("other", "57P01", one);
    one.setNextException(other);

    assertThat(DatabaseFailure.causes(one)).containsExactly(one, other);
    assertThat(DatabaseFailure.isOutage(one)).isTrue();
  }

  /** As Narayana says that the one resource of a transaction failed to commit. */
  private static RollbackException failedCommit(SQLException reason) {
    var resource = new XAException(XAException.XA_RBROLLBACK);
    resource.initCause(reason);
    var rollback = new RollbackException("ARJUNA016053: Could not commit transaction.");
    rollback.addSuppressed(resource);
    return rollback;
  }

  private static RollbackException rollback(RuntimeException reason) {
    var rollback = new RollbackException("ARJUNA016053: Could not commit transaction.");
    rollback.initCause(reason);
    return rollback;
  }

  private static SQLException batch(SQLException reason) {
    var failure = new BatchUpdateException("Batch entry 0 was aborted", new int[0]);
    failure.setNextException(reason);
    return failure;
  }
}

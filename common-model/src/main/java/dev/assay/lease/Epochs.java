package dev.assay.lease;

import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Issues the epochs of this process's leases: numbers that never repeat. The upper bits are the
 * number of the process, drawn from a sequence when the first lease is acquired and on disk before
 * it is used; the lower bits count leases. So no epoch repeats after a crash of the database,
 * although acquiring a lease does not wait for the disk. Source: docs/decisions/0019.
 */
@ApplicationScoped
class Epochs {
  /**
   * Bits that count the leases of one process: at a thousand a second, enough for 34 years. This
   * leaves room for eight million processes, for which change 011 lets the sequence begin again.
   */
  private static final int BITS = 40;

  private final UUID process = UUID.randomUUID();
  private final AtomicLong next;

  Epochs(AgroalDataSource database) {
    next = new AtomicLong(QuarkusTransaction.requiringNew().call(() -> draw(database)) << BITS);
  }

  /** The random identity of this process, new at each start. */
  UUID process() {
    return process;
  }

  /** Returns an epoch that no lease of this or any other process has had. */
  long next() {
    return next.getAndIncrement();
  }

  /**
   * Draws the number of this process. PostgreSQL may confirm a transaction that only draws from a
   * sequence before the sequence is on disk; one that has a transaction id waits for its commit
   * record, which is written after the sequence's.
   */
  private static long draw(AgroalDataSource database) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("set local synchronous_commit to on");
      try (var row = statement.executeQuery("select nextval('lease_epoch'), txid_current()")) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}

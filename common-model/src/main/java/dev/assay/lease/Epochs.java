package dev.assay.lease;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.Session;

/**
 * The numbers of this process's leases. The upper bits are the number of the process, drawn from a
 * sequence when the first lease is taken and safe on disk before it is used; the lower ones count.
 * So no number repeats after a crash of the database, although leases are taken without waiting for
 * the disk. Source: docs/decisions/0019.
 */
@ApplicationScoped
class Epochs {
  /**
   * Leases that one process may take: at a thousand a second, enough for 34 years. It leaves room
   * for eight million processes, for which change 011 lets the sequence begin again.
   */
  private static final int BITS = 40;

  private final UUID process = UUID.randomUUID();
  private final AtomicLong next;

  Epochs(Session database) {
    next = new AtomicLong(QuarkusTransaction.requiringNew().call(() -> draw(database)) << BITS);
  }

  /** The random identity of this process, new at each start. */
  UUID process() {
    return process;
  }

  /** A number that no lease had before, of this or of any other process. */
  long next() {
    return next.getAndIncrement();
  }

  /**
   * A transaction that only draws from a sequence may be answered before the sequence is on disk;
   * one that has a transaction id waits for its commit record, which comes after the sequence's.
   */
  private static long draw(Session database) {
    database.createNativeMutationQuery("set local synchronous_commit to on").executeUpdate();
    var row =
        database
            .createNativeQuery("select nextval('lease_epoch'), txid_current()", Object[].class)
            .getSingleResult();
    return ((Number) row[0]).longValue();
  }
}

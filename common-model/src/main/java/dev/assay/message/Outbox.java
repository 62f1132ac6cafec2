package dev.assay.message;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.Session;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Messages that go out because of what is committed with them. A row is claimed by making it due
 * later, published, and deleted when the transport has it safe; what a killed process had claimed
 * becomes due again by itself. At least once, therefore. Source: design 2.
 */
@ApplicationScoped
public class Outbox {
  /** The log's key of the request id. */
  public static final String REQUEST_ID = "request_id";

  /** Who reads a message. */
  public enum Destination {
    CONDUCTORS,
    FILTERS
  }

  /** A claimed row; {@code attempts} counts this one. */
  public record Row(long id, Destination destination, String body, int attempts) {}

  private final Session database;
  private final TransactionSynchronizationRegistry transaction;
  private final List<Runnable> wakeUps = new CopyOnWriteArrayList<>();

  Outbox(Session database, TransactionSynchronizationRegistry transaction) {
    this.database = database;
    this.transaction = transaction;
  }

  /** Tells a conductor, once this transaction is committed. */
  public void send(Command command) {
    sendLater(command, Duration.ZERO);
  }

  /** Tells a conductor, {@code delay} after now. */
  public void sendLater(Command command, Duration delay) {
    put(Destination.CONDUCTORS, Envelope.of(command, requestId()), delay);
  }

  /** Tells the PXE filters, once this transaction is committed. */
  public void announce(Announcement announcement) {
    if (!announcement.macs().isEmpty()) {
      put(Destination.FILTERS, Envelope.of(announcement, requestId()), Duration.ZERO);
    }
  }

  /** Calls {@code wakeUp} whenever something was committed to be sent. */
  public void onCommit(Runnable wakeUp) {
    wakeUps.add(wakeUp);
  }

  /** Claims up to {@code atMost} due rows for {@code hold}, oldest first. Own transaction only. */
  public List<Row> claim(int atMost, Duration hold) {
    database.createNativeMutationQuery("set local synchronous_commit to off").executeUpdate();
    return database
        .createNativeQuery(
            """
            update outbox
            set due_at = clock_timestamp() + ?2 * interval '1 ms', attempts = attempts + 1
            where id in (select id from outbox where due_at <= now()
                         order by id limit ?1 for update skip locked)
            returning id, destination, body, attempts
            """,
            Object[].class)
        .setParameter(1, atMost)
        .setParameter(2, hold.toMillis())
        .getResultStream()
        .map(
            row ->
                new Row(
                    ((Number) row[0]).longValue(),
                    Destination.valueOf((String) row[1]),
                    (String) row[2],
                    ((Number) row[3]).intValue()))
        .sorted(java.util.Comparator.comparingLong(Row::id))
        .toList();
  }

  /** Forgets rows that the transport has safe. Own transaction only. */
  public void delivered(Collection<Long> ids) {
    database.createNativeMutationQuery("set local synchronous_commit to off").executeUpdate();
    database
        .createNativeMutationQuery("delete from outbox where id = any(?1)")
        .setParameter(1, ids.toArray(Long[]::new))
        .executeUpdate();
  }

  /** Makes rows due again after {@code delay}: the transport did not take them. */
  public void undelivered(Collection<Long> ids, Duration delay) {
    database.createNativeMutationQuery("set local synchronous_commit to off").executeUpdate();
    database
        .createNativeMutationQuery(
            """
            update outbox set due_at = clock_timestamp() + ?2 * interval '1 ms'
            where id = any(?1)
            """)
        .setParameter(1, ids.toArray(Long[]::new))
        .setParameter(2, delay.toMillis())
        .executeUpdate();
  }

  /** How many messages wait, the claimed ones included. */
  public long waiting() {
    return ((Number)
            database.createNativeQuery("select count(*) from outbox", Long.class).getSingleResult())
        .longValue();
  }

  private void put(Destination destination, Envelope envelope, Duration delay) {
    database
        .createNativeMutationQuery(
            """
            insert into outbox (destination, body, due_at)
            values (?1, ?2, clock_timestamp() + ?3 * interval '1 ms')
            """)
        .setParameter(1, destination.name())
        .setParameter(2, envelope.write())
        .setParameter(3, delay.toMillis())
        .executeUpdate();
    if (delay.isZero()) {
      transaction.registerInterposedSynchronization(new WakeUp());
    }
  }

  private static @Nullable String requestId() {
    return MDC.get(REQUEST_ID) instanceof String id ? id : null;
  }

  private final class WakeUp implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (status == Status.STATUS_COMMITTED) {
        wakeUps.forEach(Runnable::run);
      }
    }
  }
}

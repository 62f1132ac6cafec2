package dev.assay.message;

import dev.assay.id.NodeId;
import dev.assay.statement.JoinedWrites;
import dev.assay.tracing.Tracing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * The transactional outbox: stores messages in the transaction that causes them, for sending after
 * its commit. Until a row is due, only the process that holds it may send it: first the process
 * that wrote it, right after the commit. When that process dies, the row becomes due and another
 * process claims it. A row is deleted when the transport has the message safely, so each message is
 * delivered at least once. Source: docs/architecture.md, invariant 2.
 */
@ApplicationScoped
public class Outbox {
  /** The MDC key of the request id. */
  public static final String REQUEST_ID = "request_id";

  /** Who receives a message. */
  public enum Destination {
    /** One of the conductors that serve the node. */
    CONDUCTORS,
    /**
     * The same conductors, for starts of inspections, of which a conductor runs only a limited
     * number at once.
     */
    STARTS,
    /** Every process that subscribes to announcements. */
    EVERYONE
  }

  /**
   * A row that this process may send.
   *
   * @param route from the current data of the node; null when the message has no node, or the node
   *     does not exist
   */
  public record Row(long id, Destination destination, @Nullable Route route, String body) {}

  /** Sends messages in this process. */
  interface Relay {
    /** True when it can send one more message at once. */
    boolean hasRoom(Destination destination);

    /** Sends a row that was committed. */
    void carry(Row row);
  }

  /** Without joins, which may be planned to read all nodes: docs/decisions/0007. */
  static final String CLAIM =
      """
      update outbox set due_at = clock_timestamp() + ?2 * interval '1 ms'
      where id = any(array(
        select id from outbox where due_at <= now() and destination = ?3
        order by due_at limit ?1 for update skip locked))
      returning id, (select n.conductor_group || '/' || n.driver from node n
                     where n.uuid = outbox.node) as route, body
      """;

  private final Session database;
  private final TransactionSynchronizationRegistry transaction;
  private final OutboxConfig config;
  private final Tracing tracing;
  private volatile Optional<Relay> relay = Optional.empty();

  Outbox(
      Session database,
      TransactionSynchronizationRegistry transaction,
      OutboxConfig config,
      Tracing tracing) {
    this.database = database;
    this.transaction = transaction;
    this.config = config;
    this.tracing = tracing;
  }

  /** Sends a command to a conductor, once this transaction is committed. */
  public void send(Command command) {
    sendLater(command, Duration.ZERO);
  }

  /** As above, on behalf of the request {@code requestId} instead of the current one. */
  public void send(Command command, @Nullable String requestId) {
    put(destination(command), command.node(), envelope(command, requestId), Duration.ZERO);
  }

  /** Sends a command to a conductor once {@code also} has run and this transaction is committed. */
  public void send(Command command, JoinedWrites also) {
    put(destination(command), command.node(), envelope(command, requestId()), Duration.ZERO, also);
  }

  /** Sends a command to a conductor, {@code delay} from now. */
  public void sendLater(Command command, Duration delay) {
    put(destination(command), command.node(), envelope(command, requestId()), delay);
  }

  private Envelope envelope(Message message, @Nullable String requestId) {
    return new Envelope(message, requestId, tracing.traceparent());
  }

  private static Destination destination(Command command) {
    return command instanceof Command.StartInspection ? Destination.STARTS : Destination.CONDUCTORS;
  }

  /** Sends an announcement to every subscribed process, once this transaction is committed. */
  public void announce(Announcement announcement) {
    put(Destination.EVERYONE, null, envelope(announcement, requestId()), Duration.ZERO);
  }

  /** As above, once {@code also} has run. */
  public void announce(Announcement announcement, JoinedWrites also) {
    put(Destination.EVERYONE, null, envelope(announcement, requestId()), Duration.ZERO, also);
  }

  /** From now on {@code relay} sends messages that are committed in this process. */
  void relayedBy(Relay relay) {
    this.relay = Optional.of(relay);
  }

  /**
   * Claims up to {@code atMost} due rows for {@code destination}, the longest due first. To be
   * called in a transaction that does nothing else.
   */
  List<Row> claim(Destination destination, int atMost) {
    commitAsynchronously();
    return database
        .createNativeQuery(CLAIM, Object[].class)
        .setParameter(1, atMost)
        .setParameter(2, config.redeliverAfter().toMillis())
        .setParameter(3, destination.name())
        .getResultList()
        .stream()
        .map(
            row ->
                new Row(((Number) row[0]).longValue(), destination, route(row[1]), (String) row[2]))
        .sorted(Comparator.comparingLong(Row::id))
        .toList();
  }

  /**
   * Deletes rows whose messages the transport has safely. To be called in a transaction that does
   * nothing else.
   */
  void delivered(Collection<Long> ids) {
    commitAsynchronously();
    database
        .createNativeMutationQuery("delete from outbox where id = any(?1)")
        .setParameter(1, ids.toArray(Long[]::new))
        .executeUpdate();
  }

  /**
   * Makes rows due {@code delay} from now: later to renew the hold on them, soon to release them.
   */
  void due(Collection<Long> ids, Duration delay) {
    commitAsynchronously();
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

  /**
   * Postpones rows that have no receiver, by a quarter of the time they have waited so far: at
   * least {@code atLeast}, at most half a minute. They no longer count as backlog.
   */
  void postpone(Collection<Long> ids, Duration atLeast) {
    commitAsynchronously();
    database
        .createNativeMutationQuery(
            """
            update outbox set postponed = true,
              due_at = clock_timestamp() + least(interval '30 s',
                greatest(?2 * interval '1 ms', (clock_timestamp() - since) / 4))
            where id = any(?1)
            """)
        .setParameter(1, ids.toArray(Long[]::new))
        .setParameter(2, atLeast.toMillis())
        .executeUpdate();
  }

  /** Returns how many messages wait, including claimed ones. */
  public long waiting() {
    return ((Number)
            database.createNativeQuery("select count(*) from outbox", Object[].class)
                .getSingleResult()[0])
        .longValue();
  }

  /**
   * True when more than {@code few} messages for {@code destination} wait to be sent or confirmed:
   * the transport is down or slow. Messages due later do not count, nor do messages without a
   * receiver, since they do not indicate a problem of the transport.
   */
  public boolean hasBacklog(Destination destination, int few) {
    return ((Number)
                database
                    .createNativeQuery(
                        """
                        select count(*) from (
                          select 1 from outbox
                          where destination = ?1 and not postponed
                            and since <= clock_timestamp()
                          limit ?2) as waiting
                        """,
                        Object[].class)
                    .setParameter(1, destination.name())
                    .setParameter(2, few + 1)
                    .getSingleResult()[0])
            .longValue()
        > few;
  }

  private void put(
      Destination destination, @Nullable NodeId node, Envelope envelope, Duration delay) {
    var alone = new JoinedWrites();
    put(destination, node, envelope, delay, alone);
    alone.run(database);
  }

  /**
   * The route is that of the node as the statement finds it, so {@code also} must not change it.
   */
  private void put(
      Destination destination,
      @Nullable NodeId node,
      Envelope envelope,
      Duration delay,
      JoinedWrites also) {
    var taker =
        delay.isZero() ? relay.filter(it -> it.hasRoom(destination)) : Optional.<Relay>empty();
    var body = envelope.write();
    also.add(
            "sent",
            """
            insert into outbox (destination, body, due_at, since, node)
            values (:destination, :message, clock_timestamp() + :held * interval '1 ms',
                    clock_timestamp() + :delay * interval '1 ms', cast(:receiver as uuid))
            returning id, (select n.conductor_group || '/' || n.driver from node n
                           where n.uuid = outbox.node) as route
            """)
        .set("destination", destination.name())
        .set("message", body)
        .set("held", taker.isPresent() ? config.redeliverAfter().toMillis() : delay.toMillis())
        .set("delay", delay.toMillis())
        .setText("receiver", node == null ? null : node.toString());
    taker.ifPresent(
        here ->
            also.read(
                "select id, route from sent",
                sent ->
                    onCommit(
                        () ->
                            here.carry(
                                new Row(
                                    ((Number) sent[0]).longValue(),
                                    destination,
                                    route(sent[1]),
                                    body)))));
  }

  private void onCommit(Runnable work) {
    transaction.registerInterposedSynchronization(new OnCommit(work));
  }

  /**
   * Lets the transaction commit without waiting for the disk: what a crash of the database loses of
   * it is done again.
   */
  private void commitAsynchronously() {
    database.createNativeMutationQuery("set local synchronous_commit to off").executeUpdate();
  }

  private static @Nullable Route route(@Nullable Object text) {
    return text == null ? null : Route.read((String) text);
  }

  private static @Nullable String requestId() {
    return MDC.get(REQUEST_ID) instanceof String id ? id : null;
  }

  private record OnCommit(Runnable work) implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (status == Status.STATUS_COMMITTED) {
        work.run();
      }
    }
  }
}

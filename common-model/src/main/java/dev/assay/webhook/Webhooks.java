package dev.assay.webhook;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/** Reads and writes webhooks as clients see them. Every method joins the caller's transaction. */
@ApplicationScoped
public class Webhooks {
  /** How many there may be: each costs every second a look for its events. */
  public static final int MAX = 100;

  /** As far as waiting events are counted. */
  public static final int MAX_COUNTED = 10_000;

  private final Session database;

  Webhooks(Session database) {
    this.database = database;
  }

  /** Returns all, the oldest first. */
  public List<Webhook> all() {
    return database.createQuery("from Webhook order by id", Webhook.class).getResultList();
  }

  public Optional<Webhook> find(UUID uuid) {
    return Optional.ofNullable(
        database
            .createQuery("from Webhook where uuid = ?1", Webhook.class)
            .setParameter(1, uuid)
            .getSingleResultOrNull());
  }

  /** Reads the webhook and locks its row until this transaction ends. */
  public Optional<Webhook> findForUpdate(UUID uuid) {
    return Optional.ofNullable(
        database
            .createQuery("from Webhook where uuid = ?1", Webhook.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .setParameter(1, uuid)
            .getSingleResultOrNull());
  }

  /** Returns how many there are. */
  public long count() {
    return database.createNativeQuery("select count(*) from webhook", Long.class).getSingleResult();
  }

  /** Adds a webhook; a constraint violation when its UUID is taken. */
  public void add(Webhook webhook) {
    database.persist(webhook);
    database.flush();
  }

  /** Deletes a webhook: what was not sent is not sent any more. */
  public void remove(Webhook webhook) {
    database.remove(webhook);
    database.flush();
  }

  /**
   * Forgets failures, and has the next attempt made now. One that is under way still reaches the
   * old target, so what it sends counts as not sent.
   */
  public void startAnew(Webhook webhook) {
    database.flush();
    database
        .createNativeMutationQuery(
            """
            update webhook set claim = claim + 1, failures = 0, failing_since = null,
              given_up_at = null, due_at = clock_timestamp()
            where uuid = ?1
            """)
        .setParameter(1, webhook.uuid())
        .executeUpdate();
    database.refresh(webhook);
  }

  /**
   * Has a conductor send a test at once, also when one is under way, whose outcome then does not
   * count; false when there is no such webhook.
   */
  public boolean test(UUID uuid) {
    return database
            .createNativeMutationQuery(
                """
                update webhook set claim = claim + case when test_due then 1 else 0 end,
                  test_due = true, due_at = clock_timestamp()
                where uuid = ?1
                """)
            .setParameter(1, uuid)
            .executeUpdate()
        == 1;
  }

  /** Returns how many events follow those that were taken, wanted or not; MAX_COUNTED at most. */
  public long waiting(Webhook webhook) {
    return database
        .createNativeQuery(
            """
            select count(*) from (
              select 1 from inspection_event e, webhook w
              where w.uuid = ?1 and (e.xid, e.id) > (w.position_xid, w.position_id)
              limit ?2) behind
            """,
            Long.class)
        .setParameter(1, webhook.uuid())
        .setParameter(2, MAX_COUNTED)
        .getSingleResult();
  }
}

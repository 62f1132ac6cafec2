package dev.assay.webhook;

import dev.assay.event.InspectionEvent;
import dev.assay.event.InspectionEvents;
import dev.assay.event.Place;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * How far events were sent to each webhook. An attempt claims the webhook and reads what is to be
 * sent; when it has ended, it moves the position, or records the failure. Only the latest claim may
 * do so: a conductor that was paused meanwhile changes nothing. What was sent without its position
 * having moved is sent again. All times are by the database clock; every method joins the caller's
 * transaction. Source: docs/decisions/0049.
 */
@ApplicationScoped
public class WebhookDeliveries {
  private static final int MAX_ERROR = 500;

  private final Session database;
  private final Webhooks webhooks;
  private final InspectionEvents events;

  WebhookDeliveries(Session database, Webhooks webhooks, InspectionEvents events) {
    this.database = database;
    this.webhooks = webhooks;
    this.events = events;
  }

  /**
   * An attempt to send.
   *
   * @param target empty when it cannot be decrypted
   * @param number of the claim
   * @param test send a test, whatever else is due
   * @param events what the webhook wants of those behind its position, the oldest first
   * @param begin the position now
   * @param end the position when all of this is sent
   * @param missedFrom the position when events behind it were deleted before they were sent; else
   *     null
   * @param failures attempts that failed before this one, since the last success
   */
  public record Delivery(
      UUID webhook,
      Optional<Webhook.Target> target,
      long number,
      boolean test,
      List<InspectionEvent> events,
      Place begin,
      Place end,
      @Nullable Place missedFrom,
      int failures) {
    /** True when there is nothing to send, but the position moves. */
    public boolean isEmpty() {
      return !test && events.isEmpty() && missedFrom == null;
    }
  }

  /** Returns the webhooks that are due and have something to send. */
  public List<UUID> due() {
    return database
        .createNativeQuery(
            """
            select w.uuid from webhook w
            where w.due_at <= clock_timestamp() and (w.test_due or w.enabled and (
              w.position_xid >= pg_snapshot_xmax(pg_current_snapshot()) -- of a restored dump
              or exists (
                select 1 from inspection_event e
                where (e.xid, e.id) > (w.position_xid, w.position_id)
                  and e.xid < pg_snapshot_xmin(pg_current_snapshot()))))
            order by w.due_at
            """,
            UUID.class)
        .getResultList();
  }

  /** Claims the webhook for an attempt; empty when it is gone or disabled, or not due. */
  public Optional<Delivery> claim(UUID uuid, int atMost) {
    return database
        .createNativeQuery(
            """
            update webhook set claim = claim + 1
            where uuid = ?1 and due_at <= clock_timestamp() and (enabled or test_due)
            returning claim, test_due, cast(cast(position_xid as text) as bigint), position_id,
              failures
            """,
            Object[].class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(row -> delivery(uuid, row, atMost));
  }

  private Delivery delivery(UUID uuid, Object[] row, int atMost) {
    var webhook = webhooks.find(uuid).orElseThrow();
    var stored = new Place(((Number) row[2]).longValue(), ((Number) row[3]).longValue());
    var from = events.readable(stored);
    var test = (boolean) row[1];
    var page = test ? List.<InspectionEvent>of() : events.after(from, atMost);
    return new Delivery(
        uuid,
        webhook.target(),
        ((Number) row[0]).longValue(),
        test,
        page.stream().filter(webhook.filter()::matches).toList(),
        stored,
        page.isEmpty() ? from : page.getLast().place(),
        test || from.equals(stored) ? null : stored,
        ((Number) row[4]).intValue());
  }

  /**
   * Records that everything was taken; {@code status} is that of the response, null when nothing
   * had to be sent. False, without effect, when there was a later claim.
   */
  public boolean succeeded(Delivery delivery, @Nullable Integer status) {
    if (delivery.test()) {
      return tested(delivery, status, null);
    }
    return database
            .createNativeMutationQuery(
                """
                update webhook set position_xid = cast(cast(?3 as text) as xid8), position_id = ?4,
                  failures = 0, failing_since = null, due_at = clock_timestamp(),
                  last_attempt_at = case when ?6 then clock_timestamp() else last_attempt_at end,
                  last_success_at = case when ?6 then clock_timestamp() else last_success_at end,
                  last_status = case when ?6 then cast(?5 as int) else last_status end,
                  last_error = case when ?6 then null else last_error end
                where uuid = ?1 and claim = ?2
                """)
            .setParameter(1, delivery.webhook())
            .setParameter(2, delivery.number())
            .setParameter(3, String.valueOf(delivery.end().xid()))
            .setParameter(4, delivery.end().id())
            .setParameter(5, status, Integer.class)
            .setParameter(6, status != null)
            .executeUpdate()
        == 1;
  }

  /** What became of a webhook whose attempt failed. */
  public enum Failure {
    TRIED_AGAIN,
    GIVEN_UP,
    /** Nothing: there was a later claim. */
    OUTDATED
  }

  /**
   * Records a failure; the next attempt is after {@code pause}, or at once for a test that was
   * ordered meanwhile. A webhook that has failed for longer than {@code giveUpAfter}, unless that
   * is zero, is disabled.
   */
  public Failure failed(
      Delivery delivery,
      @Nullable Integer status,
      String why,
      Duration pause,
      Duration giveUpAfter) {
    if (delivery.test()) {
      return tested(delivery, status, why) ? Failure.TRIED_AGAIN : Failure.OUTDATED;
    }
    return database
        .createNativeQuery(
            """
                update webhook set failures = failures + 1, last_attempt_at = clock_timestamp(),
                  failing_since = coalesce(failing_since, clock_timestamp()),
                  last_status = cast(?3 as int), last_error = ?4,
                  due_at = clock_timestamp()
                    + case when test_due then 0 else ?5 end * interval '1 ms',
                  enabled = enabled and not (
                    ?6 > 0 and failing_since is not null
                      and failing_since < clock_timestamp() - ?6 * interval '1 ms'),
                  given_up_at = case
                    when ?6 > 0 and failing_since is not null
                      and failing_since < clock_timestamp() - ?6 * interval '1 ms'
                    then clock_timestamp() end
                where uuid = ?1 and claim = ?2
                returning given_up_at is not null
                """,
            Boolean.class)
        .setParameter(1, delivery.webhook())
        .setParameter(2, delivery.number())
        .setParameter(3, status, Integer.class)
        .setParameter(4, why.substring(0, Math.min(why.length(), MAX_ERROR)))
        .setParameter(5, pause.toMillis())
        .setParameter(6, giveUpAfter.toMillis())
        .getResultList()
        .stream()
        .findFirst()
        .map(givenUp -> givenUp ? Failure.GIVEN_UP : Failure.TRIED_AGAIN)
        .orElse(Failure.OUTDATED);
  }

  private boolean tested(Delivery delivery, @Nullable Integer status, @Nullable String why) {
    return database
            .createNativeMutationQuery(
                """
                update webhook set test_due = false, last_attempt_at = clock_timestamp(),
                  last_status = cast(?3 as int), last_error = cast(?4 as text)
                where uuid = ?1 and claim = ?2
                """)
            .setParameter(1, delivery.webhook())
            .setParameter(2, delivery.number())
            .setParameter(3, status, Integer.class)
            .setParameter(4, why, String.class)
            .executeUpdate()
        == 1;
  }
}

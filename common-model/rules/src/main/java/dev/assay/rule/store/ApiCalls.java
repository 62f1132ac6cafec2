package dev.assay.rule.store;

import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.rule.ApiCall;
import dev.assay.secret.Keyring;
import dev.assay.secret.SecretColumn;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;

/**
 * The pending API calls of rules. A call is a row from the end of its inspection until it succeeds
 * or is given up. The command sent to a conductor contains only the row's UUID, because URL and
 * headers may be secret and are stored encrypted. A conductor claims the row for a limited time
 * before each attempt; the claim number rejects late results of an expired claim. All times are by
 * the database clock. Every method joins the caller's transaction. Source: docs/decisions/0013.
 */
@ApplicationScoped
public class ApiCalls {
  /** Added to the timeout of an attempt, for storing its result. */
  private static final Duration MARGIN = Duration.ofSeconds(15);

  /** The result of a claim. */
  public sealed interface Claim {
    /** No call is left: it was made or given up, or its node is deleted. */
    record Gone() implements Claim {}

    /** The call is being made or waits for a retry; it can be claimed after {@code left}. */
    record TooEarly(Duration left) implements Claim {}
  }

  /**
   * The claim is granted: make one attempt, then call {@link ApiCalls#retry} or {@link
   * ApiCalls#remove}.
   *
   * @param failures attempts that failed before this one
   * @param number of the claim
   */
  public record Claimed(UUID uuid, UUID inspection, ApiCall call, int failures, long number)
      implements Claim {}

  private final Session database;
  private final Outbox outbox;

  ApiCalls(Session database, Outbox outbox) {
    this.database = database;
    this.outbox = outbox;
  }

  /**
   * Stores {@code calls}, to be made after this transaction, which ends {@code run} successfully,
   * is committed.
   */
  public void order(Node node, Inspection run, List<ApiCall> calls) {
    for (var call : calls) {
      var uuid = UUID.randomUUID();
      database
          .createNativeMutationQuery(
              """
              insert into api_call (uuid, inspection_id, call)
              values (?1, ?2, to_jsonb(cast(?3 as text)))
              """)
          .setParameter(1, uuid)
          .setParameter(2, run.id())
          .setParameter(3, Keyring.installed().seal(StoredJson.write(call), column(uuid)))
          .executeUpdate();
      outbox.send(new Command.CallApi(node.uuid(), uuid));
    }
  }

  /**
   * Claims the call for one attempt; the claim expires after the attempt's timeout plus a margin.
   */
  public Claim claim(UUID uuid) {
    return database
        .createNativeQuery(
            """
            select i.uuid, c.call #>> '{}', c.failures, c.claim + 1,
                   ceil(extract(epoch from c.due_at - clock_timestamp()) * 1000)
            from api_call c join inspection i on i.id = c.inspection_id
            where c.uuid = ?1 for update of c
            """,
            Object[].class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(row -> claim(uuid, row))
        .orElseGet(Claim.Gone::new);
  }

  private Claim claim(UUID uuid, Object[] row) {
    var left = Duration.ofMillis(((Number) row[4]).longValue());
    if (left.isPositive()) {
      return new Claim.TooEarly(left);
    }
    var claimed =
        new Claimed(
            uuid,
            (UUID) row[0],
            call(uuid, (String) row[1]),
            ((Number) row[2]).intValue(),
            ((Number) row[3]).longValue());
    database
        .createNativeMutationQuery(
            """
            update api_call set claim = ?2, due_at = clock_timestamp() + ?3 * interval '1 ms'
            where uuid = ?1
            """)
        .setParameter(1, uuid)
        .setParameter(2, claimed.number())
        .setParameter(3, claimed.call().timeout().plus(MARGIN).toMillis())
        .executeUpdate();
    return claimed;
  }

  /** Also reads calls that an older version stored in plain text. */
  private static ApiCall call(UUID uuid, String stored) {
    var json = Keyring.isSealed(stored) ? Keyring.installed().open(stored, column(uuid)) : stored;
    return StoredJson.read(json, ApiCall.class);
  }

  private static SecretColumn column(UUID uuid) {
    return new SecretColumn("api_call", uuid, "call");
  }

  /**
   * Postpones a call that could not be claimed or attempted now: sends its command again after
   * {@code pause}.
   */
  public void putOff(NodeId node, UUID uuid, Duration pause) {
    var updated =
        database
            .createNativeMutationQuery(
                """
                update api_call
                set due_at = greatest(due_at, clock_timestamp() + ?2 * interval '1 ms')
                where uuid = ?1
                """)
            .setParameter(1, uuid)
            .setParameter(2, pause.toMillis())
            .executeUpdate();
    if (updated == 1) {
      outbox.sendLater(new Command.CallApi(node, uuid), pause);
    }
  }

  /**
   * Records a failed attempt and schedules the next one after {@code pause}. No effect when the
   * claim has expired and another was granted.
   */
  public void retry(NodeId node, Claimed claimed, Duration pause) {
    var updated =
        database
            .createNativeMutationQuery(
                """
                update api_call
                set failures = failures + 1, due_at = clock_timestamp() + ?3 * interval '1 ms'
                where uuid = ?1 and claim = ?2
                """)
            .setParameter(1, claimed.uuid())
            .setParameter(2, claimed.number())
            .setParameter(3, pause.toMillis())
            .executeUpdate();
    if (updated == 1) {
      outbox.sendLater(new Command.CallApi(node, claimed.uuid()), pause);
    }
  }

  /**
   * Deletes the call, whether it succeeded or was given up. Returns false, without effect, when it
   * was claimed again meanwhile or no longer exists.
   */
  public boolean remove(Claimed claimed) {
    return database
            .createNativeMutationQuery("delete from api_call where uuid = ?1 and claim = ?2")
            .setParameter(1, claimed.uuid())
            .setParameter(2, claimed.number())
            .executeUpdate()
        == 1;
  }

  /**
   * Sends the commands of up to {@code atMost} calls again that have been due for longer than
   * {@code late}: their commands were lost, for example in the dead letter queue.
   */
  public void remind(Duration late, int atMost) {
    database
        .createNativeQuery(
            """
            update api_call c set due_at = clock_timestamp()
            from inspection i join node n on n.id = i.node_id
            where i.id = c.inspection_id and c.id in (
              select id from api_call where due_at < now() - ?1 * interval '1 ms'
              order by due_at limit ?2 for update skip locked)
            returning n.uuid, c.uuid
            """,
            Object[].class)
        .setParameter(1, late.toMillis())
        .setParameter(2, atMost)
        .getResultList()
        .stream()
        .forEach(row -> outbox.send(new Command.CallApi(new NodeId((UUID) row[0]), (UUID) row[1])));
  }
}

package dev.assay.deadletter;

import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Stores dead letters. Messages with the same text are one letter, so that neither a second
 * delivery nor a sender that repeats itself makes another one: every command is carried out by the
 * state of what it names, so replaying one of them is enough. All methods join the caller's
 * transaction.
 */
@ApplicationScoped
public class DeadLetters {
  /** How many are kept, the latest ones. */
  public static final int MAX_LETTERS = 10_000;

  /** Commands have a few hundred characters; of a longer text only so much is kept. */
  static final int MAX_BODY = 65_536;

  private static final int MAX_REASON = 1000;
  private static final int MAX_QUEUE = 255;

  private static final String COLUMNS =
      "id, uuid, queue, reason, request_id, command, node_uuid, times, first_seen_at, last_seen_at";

  private final Session database;
  private final Outbox outbox;

  DeadLetters(Session database, Outbox outbox) {
    this.database = database;
    this.outbox = outbox;
  }

  /**
   * The result of storing a message.
   *
   * @param times how often messages with this text came; 1 when the letter is new
   */
  public record Stored(UUID uuid, long times) {}

  /** Stores a message, or counts it when there is a letter with the same text. */
  public Stored store(String text, @Nullable String queue, String reason) {
    var message = MessageText.of(text);
    var node = message.node();
    var row =
        database
            .createNativeQuery(
                """
                insert into dead_letter (uuid, digest, body, queue, reason, request_id, command,
                  node_uuid, times, first_seen_at, last_seen_at)
                values (?1, ?2, ?3, cast(?4 as text), ?5, cast(?6 as text), cast(?7 as text),
                  cast(?8 as uuid), 1, statement_timestamp(),
                  statement_timestamp())
                on conflict (digest) do update
                set times = dead_letter.times + 1, last_seen_at = excluded.last_seen_at,
                    queue = excluded.queue, reason = excluded.reason
                returning uuid, times
                """,
                Object[].class)
            .setParameter(1, UUID.randomUUID())
            .setParameter(2, MessageText.digest(text))
            .setParameter(3, MessageText.storable(text, MAX_BODY))
            .setParameter(
                4, queue == null ? null : MessageText.storable(queue, MAX_QUEUE), String.class)
            .setParameter(5, MessageText.storable(reason, MAX_REASON))
            .setParameter(6, message.requestId(), String.class)
            .setParameter(7, message.command(), String.class)
            .setParameter(8, node == null ? null : node.toString(), String.class)
            .getSingleResult();
    var stored = new Stored((UUID) row[0], ((Number) row[1]).longValue());
    if (stored.times() == 1) {
      deleteOldest();
    }
    return stored;
  }

  private void deleteOldest() {
    database
        .createNativeMutationQuery(
            """
            delete from dead_letter
            where id <= (select id from dead_letter order by id desc offset ?1 limit 1)
            """)
        .setParameter(1, MAX_LETTERS)
        .executeUpdate();
  }

  /** Up to {@code limit} letters that were stored before the one with {@code id}, newest first. */
  public List<DeadLetter> list(long id, int limit) {
    return database
        .createNativeQuery(
            "select " + COLUMNS + " from dead_letter where id < ?1 order by id desc limit ?2",
            Object[].class)
        .setParameter(1, id)
        .setParameter(2, limit)
        .getResultList()
        .stream()
        .map(DeadLetters::letter)
        .toList();
  }

  /** Returns the letter; empty when there is none with this UUID. */
  public Optional<DeadLetter> find(UUID uuid) {
    return database
        .createNativeQuery(
            "select " + COLUMNS + " from dead_letter where uuid = ?1", Object[].class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(DeadLetters::letter);
  }

  /** Returns the text of the letter; empty when there is no letter with this UUID. */
  public Optional<String> body(UUID uuid) {
    return database
        .createNativeQuery("select body from dead_letter where uuid = ?1", String.class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst();
  }

  /** Returns how many there are. */
  public long count() {
    return database
        .createNativeQuery("select count(*) from dead_letter", Long.class)
        .getSingleResult();
  }

  /** Deletes the letter; false when there is none with this UUID. */
  public boolean delete(UUID uuid) {
    return database
            .createNativeMutationQuery("delete from dead_letter where uuid = ?1")
            .setParameter(1, uuid)
            .executeUpdate()
        > 0;
  }

  /**
   * Sends the command once more to the conductors that serve its node, and deletes the letter;
   * false when there is no letter with this UUID.
   *
   * @throws Envelope.Unreadable when this version cannot read the message, or it is no command; the
   *     transaction must be rolled back
   */
  public boolean replay(UUID uuid) {
    var body =
        database
            .createNativeQuery(
                "delete from dead_letter where uuid = ?1 returning body", String.class)
            .setParameter(1, uuid)
            .getResultList();
    if (body.isEmpty()) {
      return false; // or another request replays or deletes it
    }
    outbox.send(Envelope.read(body.getFirst()).require(Command.class));
    return true;
  }

  private static DeadLetter letter(Object[] row) {
    return new DeadLetter(
        ((Number) row[0]).longValue(),
        (UUID) row[1],
        (String) row[2],
        (String) row[3],
        (String) row[4],
        (String) row[5],
        (UUID) row[6],
        ((Number) row[7]).longValue(),
        (Instant) row[8],
        (Instant) row[9]);
  }
}

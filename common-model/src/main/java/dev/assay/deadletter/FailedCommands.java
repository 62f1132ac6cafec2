package dev.assay.deadletter;

import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.Session;

/**
 * Counts how often conductors failed to carry out a message. To commit a count shows that the
 * database works, so what fails while it does not is not counted. All methods join the caller's
 * transaction.
 */
@ApplicationScoped
public class FailedCommands {
  private final Session database;

  FailedCommands(Session database) {
    this.database = database;
  }

  /**
   * Counts one more failure of a message with this text; returns how many there were since an hour
   * passed without one.
   */
  public int add(String text) {
    database
        .createNativeMutationQuery(
            "delete from failed_command where failed_at < clock_timestamp() - interval '1 hour'")
        .executeUpdate();
    return database
        .createNativeQuery(
            """
            insert into failed_command (digest, failures, failed_at)
            values (?1, 1, clock_timestamp())
            on conflict (digest) do update
            set failures = failed_command.failures + 1, failed_at = excluded.failed_at
            returning failures
            """,
            Integer.class)
        .setParameter(1, MessageText.digest(text))
        .getSingleResult();
  }

  /** Forgets the failures of messages with this text. */
  public void forget(String text) {
    database
        .createNativeMutationQuery("delete from failed_command where digest = ?1")
        .setParameter(1, MessageText.digest(text))
        .executeUpdate();
  }
}

package dev.assay.conductor.deadletter;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.connection.DatabaseFailure;
import dev.assay.deadletter.DeadLetters;
import dev.assay.deadletter.FailedCommands;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.registration.ConductorConfig;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages that cannot be read, or fail again and again, as dead letters, each in a
 * transaction of its own, and logs each new letter once.
 */
@ApplicationScoped
public class Undeliverable {
  private static final Logger LOG = Logger.getLogger(Undeliverable.class);

  private final DeadLetters letters;
  private final FailedCommands failed;
  private final ConductorRegistration registration;
  private final ConductorConfig config;

  Undeliverable(
      DeadLetters letters,
      FailedCommands failed,
      ConductorRegistration registration,
      ConductorConfig config) {
    this.letters = letters;
    this.failed = failed;
    this.registration = registration;
    this.config = config;
  }

  /**
   * Stores a message that is not carried out. The exception of a database that fails is the
   * caller's: the message must be delivered again.
   *
   * @param queue the queue that it came from; null when there was none, or it is not known
   * @param otherReason why it is not, in a sentence, in case this version can read it
   */
  public void store(String text, @Nullable String queue, String otherReason) {
    var reason = unreadable(text).orElse(otherReason);
    report(
        QuarkusTransaction.requiringNew().call(() -> letters.store(text, queue, reason)),
        queue,
        reason);
  }

  /**
   * Counts a failed attempt to carry out a command; after {@code assay.conductor.delivery-limit} of
   * them stores the command and returns true. Failures of the database are not counted, and without
   * a database nothing is: then the message must be delivered again.
   *
   * @param deliveries how often this very message was delivered; failures are counted for all
   *     messages with the same text
   */
  public boolean giveUp(String text, @Nullable String queue, int deliveries, Throwable failure) {
    if (DatabaseFailure.isTemporary(failure)) {
      return false;
    }
    try {
      var reason = repeated(failure);
      var stored =
          QuarkusTransaction.requiringNew()
              .call(() -> storeAtLimit(text, queue, deliveries, reason));
      stored.ifPresent(letter -> report(letter, queue, reason));
      return stored.isPresent();
    } catch (RuntimeException e) {
      LOG.debugf("A failure is not counted, as the database does not work: %s", e);
      return false;
    }
  }

  private Optional<DeadLetters.Stored> storeAtLimit(
      String text, @Nullable String queue, int deliveries, String reason) {
    if (failed.add(text) < config.deliveryLimit() || deliveries < config.deliveryLimit()) {
      return Optional.empty();
    }
    failed.forget(text);
    return Optional.of(letters.store(text, queue, reason));
  }

  /** Without the exception's message, in which there may be anything. */
  private String repeated(Throwable failure) {
    return "It failed %d times, the last time on conductor %s with %s: see the log there."
        .formatted(config.deliveryLimit(), registration.name(), failure.getClass().getSimpleName());
  }

  private static Optional<String> unreadable(String text) {
    try {
      Envelope.read(text).require(Command.class);
      return Optional.empty();
    } catch (Envelope.Unreadable e) {
      return Optional.of("It cannot be read: %s.".formatted(e.getMessage()));
    }
  }

  private static void report(DeadLetters.Stored letter, @Nullable String queue, String reason) {
    if (letter.times() > 1) {
      LOG.debugf("Dead letter %s came once more, the %d. time.", letter.uuid(), letter.times());
      return;
    }
    LOG.warnf(
        "A message%s is not carried out. %s It is stored: GET /v1/dead_letters/%s shows it;"
            + " docs/operating.md, Dead letters, says what to do.",
        queue == null ? "" : " of queue " + queue, reason, letter.uuid());
  }
}

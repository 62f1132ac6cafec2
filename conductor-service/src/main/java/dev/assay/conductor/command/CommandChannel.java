package dev.assay.conductor.command;

import dev.assay.broker.HandlingResult;
import dev.assay.conductor.deadletter.Undeliverable;
import dev.assay.message.Envelope;
import dev.assay.time.RepeatedMessages;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Executes a message, however it was received, and returns how to acknowledge it: done when its
 * effect is committed, or it is stored as a dead letter, because it cannot be read or has failed
 * too often; again when the database or the like failed.
 */
@ApplicationScoped
public class CommandChannel {
  private static final Logger LOG = Logger.getLogger(CommandChannel.class);

  private final CommandHandler handler;
  private final Undeliverable undeliverable;
  private final RepeatedMessages repeated = new RepeatedMessages();

  CommandChannel(CommandHandler handler, Undeliverable undeliverable) {
    this.handler = handler;
    this.undeliverable = undeliverable;
  }

  /** Executes a message that came without a broker, so that nobody counted its deliveries. */
  public HandlingResult take(String message) {
    return take(message, null, Integer.MAX_VALUE);
  }

  /**
   * Executes {@code message} and returns how to acknowledge it.
   *
   * @param queue the queue that it came from, for the log; null for none
   * @param deliveries how often it was delivered, this time included
   */
  public HandlingResult take(String message, @Nullable String queue, int deliveries) {
    try {
      handler.receive(message, queue);
      return HandlingResult.DONE;
    } catch (Envelope.Unreadable e) {
      LOG.debugf("A message cannot be read and is not carried out: %s", e.getMessage());
      return store(message, queue);
    } catch (RuntimeException | Error e) { // logged by the handler
      return undeliverable.giveUp(message, queue, deliveries, e)
          ? HandlingResult.DONE
          : HandlingResult.AGAIN;
    }
  }

  /** Here and not by the broker, which may lose what it moves to the dead-letter queue. */
  private HandlingResult store(String message, @Nullable String queue) {
    try {
      undeliverable.store(message, queue, "It cannot be read.");
      return HandlingResult.DONE;
    } catch (RuntimeException e) {
      if (repeated.isDue(e.toString())) {
        LOG.warn(
            "A message that cannot be read cannot be stored; it is tried again every second.", e);
      }
      return HandlingResult.AGAIN;
    }
  }
}

package dev.assay.conductor.command;

import dev.assay.broker.HandlingResult;
import dev.assay.conductor.deadletter.Undeliverable;
import dev.assay.message.Envelope;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Executes a message, however it was received, and returns how to acknowledge it: done when its
 * effect is committed, or it has failed so often that it is stored as a dead letter; again when the
 * database or the like failed; dead when it cannot be read.
 */
@ApplicationScoped
public class CommandChannel {
  private static final Logger LOG = Logger.getLogger(CommandChannel.class);

  private final CommandHandler handler;
  private final Undeliverable undeliverable;

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
      return HandlingResult.DEAD; // logged when it is stored
    } catch (RuntimeException | Error e) { // logged by the handler
      return undeliverable.giveUp(message, queue, deliveries, e)
          ? HandlingResult.DONE
          : HandlingResult.AGAIN;
    }
  }
}

package dev.assay.conductor.command;

import dev.assay.broker.HandlingResult;
import dev.assay.message.Envelope;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Executes a message, however it was received, and returns how to acknowledge it: done when its
 * effect is committed; again when the database or the like failed; dead when it cannot be read.
 */
@ApplicationScoped
public class CommandChannel {
  private static final Logger LOG = Logger.getLogger(CommandChannel.class);

  private final CommandHandler handler;

  CommandChannel(CommandHandler handler) {
    this.handler = handler;
  }

  /** Executes {@code message} and returns how to acknowledge it. */
  public HandlingResult take(String message) {
    try {
      handler.receive(message);
      return HandlingResult.DONE;
    } catch (Envelope.Unreadable e) {
      LOG.errorf("A message cannot be read and is not carried out: %s", e.getMessage());
      return HandlingResult.DEAD;
    } catch (RuntimeException | Error e) {
      return HandlingResult.AGAIN;
    }
  }
}

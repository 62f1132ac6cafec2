package dev.assay.conductor.command;

import dev.assay.broker.Verdict;
import dev.assay.conductor.ConductorConfig;
import dev.assay.message.Envelope;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Carries out a message, however it came, and says what becomes of it: done when its effect is
 * committed; again when the database or the like failed; dead when it cannot be read.
 */
@ApplicationScoped
public class CommandChannel {
  private static final Logger LOG = Logger.getLogger(CommandChannel.class);

  private static final int MOST = 65_535; // the broker counts no further

  private final CommandInbox inbox;

  CommandChannel(CommandInbox inbox, ConductorConfig config) {
    this.inbox = inbox;
    requireCount("workers", config.workers());
    requireCount("max-concurrent-starts", config.maxConcurrentStarts());
  }

  private static void requireCount(String option, int value) {
    if (value < 1 || value > MOST) {
      throw new IllegalArgumentException(
          "assay.conductor.%s must be from 1 to %d, not %d".formatted(option, MOST, value));
    }
  }

  /** What becomes of {@code message}; it is logged here. */
  public Verdict take(String message) {
    try {
      inbox.receive(message);
      return Verdict.DONE;
    } catch (Envelope.Unreadable e) {
      LOG.errorf("A message cannot be read, it goes to the dead-letter queue: %s", e.getMessage());
      return Verdict.DEAD;
    } catch (RuntimeException | Error e) {
      LOG.error("A command could not be carried out; it will be tried again.", e);
      return Verdict.AGAIN;
    }
  }
}

package dev.assay.conductor.dispatch;

import dev.assay.broker.Broker;
import dev.assay.broker.HandlingResult;
import dev.assay.broker.Queue;
import dev.assay.broker.ReceivedMessage;
import dev.assay.broker.ReceivedMessage.Death;
import dev.assay.broker.Subscription;
import dev.assay.conductor.deadletter.Undeliverable;
import dev.assay.registration.ConductorConfig;
import dev.assay.time.RepeatedMessages;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Consumes the dead-letter queue: each message is acknowledged when it is stored in the database,
 * where operators see it also without the broker.
 */
@ApplicationScoped
public class DeadLetterQueue {
  private static final Logger LOG = Logger.getLogger(DeadLetterQueue.class);
  private static final int AT_ONCE = 4;

  private final Broker broker;
  private final Undeliverable undeliverable;
  private final ConductorConfig config;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private @Nullable Subscription subscription;

  DeadLetterQueue(Broker broker, Undeliverable undeliverable, ConductorConfig config) {
    this.broker = broker;
    this.undeliverable = undeliverable;
    this.config = config;
  }

  /** Runs when the conductor is registered; begins before the queues of commands. */
  void start(@Observes @Priority(190) StartupEvent started) {
    subscription = Subscription.start(broker, Queue.ofDeadLetters(), AT_ONCE, this::store);
  }

  private HandlingResult store(ReceivedMessage message) {
    var death = message.death();
    try {
      undeliverable.store(
          message.text(),
          death.map(Death::queue).orElse(null),
          reason(death.map(Death::reason).orElse("")));
      return HandlingResult.DONE;
    } catch (RuntimeException e) {
      if (repeated.isDue(e.toString())) {
        LOG.warn("A dead letter cannot be stored; it is tried again every second.", e);
      }
      return HandlingResult.AGAIN;
    }
  }

  private static String reason(String cause) {
    return switch (cause) {
      case "rejected" -> "A conductor of another version could not read it.";
      case "delivery_limit" -> "The broker delivered it too often without success.";
      case "expired" -> "It expired in its queue, by a policy of the broker.";
      case "maxlen" -> "Its queue was full, by a policy of the broker.";
      default -> "Somebody put it into the dead-letter queue.";
    };
  }

  /** Stops consuming. */
  void stop(@Observes ShutdownEvent stopped) {
    if (subscription != null) {
      subscription.stop(config.gracefulShutdownTimeout());
    }
  }

  /** Waits until messages being stored are stored or left to another conductor. */
  void awaitEnd(@Observes @Priority(3000) ShutdownEvent stopped) throws InterruptedException {
    if (subscription != null) {
      subscription.awaitEnd();
    }
  }
}

package dev.assay.conductor.command;

import dev.assay.conductor.ConductorConfig;
import dev.assay.message.Envelope;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.reactive.messaging.rabbitmq.RabbitMQRejectMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.jboss.logging.Logger;

/**
 * Takes messages off the queue, a virtual thread each, as many at once as configured. Every message
 * ends here in one of three ways: acknowledged when its effect is committed; given back for another
 * try when the database or the like failed; put on the dead-letter queue when it cannot be read.
 */
@ApplicationScoped
public class CommandChannel {
  private static final Logger LOG = Logger.getLogger(CommandChannel.class);
  private static final long BREATH_MILLIS = 1000;

  private final CommandInbox inbox;
  private final ConductorConfig config;
  private final Semaphore free;
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("command-", 0).factory());

  CommandChannel(CommandInbox inbox, ConductorConfig config) {
    this.inbox = inbox;
    this.config = config;
    this.free = new Semaphore(config.workers());
  }

  @Incoming("conductor-in")
  @Acknowledgment(Acknowledgment.Strategy.MANUAL)
  CompletionStage<Void> take(Message<String> message) {
    workers.execute(() -> workInTurn(message));
    return CompletableFuture.completedFuture(null);
  }

  void finish(@Observes ShutdownEvent stopping) throws InterruptedException {
    workers.shutdown();
    if (!workers.awaitTermination(
        config.gracefulShutdownTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn("Stopping with commands unfinished: the broker gives them to another conductor.");
      workers.shutdownNow();
    }
  }

  private void workInTurn(Message<String> message) {
    free.acquireUninterruptibly();
    try {
      work(message);
    } finally {
      free.release();
    }
  }

  private void work(Message<String> message) {
    try {
      inbox.receive(message.getPayload());
      message.ack();
    } catch (Envelope.Unreadable e) {
      LOG.errorf("A message cannot be read, it goes to the dead-letter queue: %s", e.getMessage());
      message.nack(e, Metadata.of(new RabbitMQRejectMetadata(false)));
    } catch (RuntimeException | Error e) {
      LOG.error("A command could not be carried out; it will be tried again.", e);
      breathe();
      message.nack(e, Metadata.of(new RabbitMQRejectMetadata(true)));
    }
  }

  /** Keeps a broken database from being asked thousands of times a second. */
  private static void breathe() {
    try {
      TimeUnit.MILLISECONDS.sleep(BREATH_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

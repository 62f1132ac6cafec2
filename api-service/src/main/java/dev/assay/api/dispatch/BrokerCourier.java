package dev.assay.api.dispatch;

import dev.assay.message.Courier;
import dev.assay.message.Outbox.Destination;
import io.smallrye.reactive.messaging.MutinyEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/**
 * Publishes with the broker's confirm. Nothing is sent while {@link ConductorQueue} is not known to
 * exist, because the broker confirms and forgets what no queue is bound for. A confirm that does
 * not come in time fails the delivery: the publisher underneath forgets what it waited for when its
 * connection breaks. The outbox then sends again.
 */
@ApplicationScoped
public class BrokerCourier implements Courier {
  private static final long CONFIRM_SECONDS = 5;
  private static final int BUFFER = 16_384; // more than the outbox has under way

  private final MutinyEmitter<String> commands;
  private final MutinyEmitter<String> announcements;
  private final ConductorQueue queue;

  BrokerCourier(
      @Channel("conductor-out") @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> commands,
      @Channel("announcement-out")
          @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> announcements,
      ConductorQueue queue) {
    this.commands = commands;
    this.announcements = announcements;
    this.queue = queue;
  }

  @Override
  public CompletionStage<Void> deliver(Destination destination, String body) {
    if (!queue.ready()) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("the broker is not reached, or has no queue assay.conductor"));
    }
    var emitter =
        switch (destination) {
          case CONDUCTORS -> commands;
          case EVERYONE -> announcements;
        };
    return emitter
        .send(body)
        .subscribeAsCompletionStage()
        .orTimeout(CONFIRM_SECONDS, TimeUnit.SECONDS);
  }
}

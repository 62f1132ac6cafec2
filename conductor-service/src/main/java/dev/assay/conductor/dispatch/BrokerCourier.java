package dev.assay.conductor.dispatch;

import dev.assay.message.Courier;
import dev.assay.message.Outbox.Destination;
import io.smallrye.reactive.messaging.MutinyEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/**
 * Publishes to the broker and waits for its confirm; one that does not come in time fails the
 * delivery, and the outbox sends again. The queue exists: a conductor declares it by consuming.
 */
@ApplicationScoped
public class BrokerCourier implements Courier {
  private static final long CONFIRM_SECONDS = 5;
  private static final int BUFFER = 16_384; // more than the outbox has under way

  private final MutinyEmitter<String> commands;
  private final MutinyEmitter<String> announcements;

  BrokerCourier(
      @Channel("conductor-out") @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> commands,
      @Channel("announcement-out")
          @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> announcements) {
    this.commands = commands;
    this.announcements = announcements;
  }

  @Override
  public CompletionStage<Void> deliver(Destination destination, String body) {
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

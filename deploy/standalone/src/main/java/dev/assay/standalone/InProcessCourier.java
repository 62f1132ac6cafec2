package dev.assay.standalone;

import dev.assay.message.Courier;
import dev.assay.message.Outbox.Destination;
import io.smallrye.reactive.messaging.MutinyEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/**
 * Instead of a broker: what one service sends goes straight into the inbox of the other. A message
 * counts as delivered when its handler acknowledges it, so that the outbox keeps it until then and
 * nothing is lost when the process is killed.
 */
@ApplicationScoped
public class InProcessCourier implements Courier {
  private static final int BUFFER = 16_384; // more than the outbox has under way

  private final MutinyEmitter<String> conductor;
  private final MutinyEmitter<String> filter;

  InProcessCourier(
      @Channel("conductor-in") @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> conductor,
      @Channel("announcement-in")
          @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> filter) {
    this.conductor = conductor;
    this.filter = filter;
  }

  @Override
  public CompletionStage<Void> deliver(Destination destination, String body) {
    return switch (destination) {
      case CONDUCTORS -> conductor.send(body).subscribeAsCompletionStage();
      case FILTERS -> filter.send(body).subscribeAsCompletionStage();
    };
  }
}

package dev.assay.standalone;

import dev.assay.message.Announcement;
import dev.assay.message.Courier;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox.Destination;
import dev.assay.rule.LiveRules;
import io.smallrye.reactive.messaging.MutinyEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
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
  private final LiveRules rules;

  InProcessCourier(
      @Channel("conductor-in") @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> conductor,
      @Channel("announcement-in")
          @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = BUFFER)
          MutinyEmitter<String> filter,
      LiveRules rules) {
    this.conductor = conductor;
    this.filter = filter;
    this.rules = rules;
  }

  @Override
  public CompletionStage<Void> deliver(Destination destination, String body) {
    return switch (destination) {
      case CONDUCTORS -> conductor.send(body).subscribeAsCompletionStage();
      case EVERYONE -> announce(body);
    };
  }

  private CompletionStage<Void> announce(String body) {
    return switch (Envelope.read(body).requireAnnouncement()) {
      case Announcement.Allow _, Announcement.Deny _ ->
          filter.send(body).subscribeAsCompletionStage();
      case Announcement.RulesChanged _ -> {
        rules.refresh();
        yield CompletableFuture.completedFuture(null);
      }
    };
  }
}

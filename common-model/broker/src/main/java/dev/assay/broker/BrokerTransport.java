package dev.assay.broker;

import dev.assay.message.MessageTransport;
import dev.assay.message.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;

/** Publishes outbox messages to the broker, each to the queue or exchange of its receivers. */
@ApplicationScoped
public class BrokerTransport implements MessageTransport {
  private final Publisher publisher;

  BrokerTransport(Broker broker) {
    this.publisher = new Publisher(broker);
  }

  @Override
  public CompletionStage<Void> deliver(Outbox.Row message) {
    var route = message.route();
    return switch (message.destination()) {
      case CONDUCTORS ->
          publisher.toQueue(route == null ? Queue.ANYONE : route.commands(), message.body());
      case STARTS ->
          publisher.toQueue(route == null ? Queue.ANYONE : route.starts(), message.body());
      case EVERYONE -> publisher.toEveryone(message.body());
    };
  }
}

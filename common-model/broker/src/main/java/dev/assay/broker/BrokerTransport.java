package dev.assay.broker;

import dev.assay.message.Envelope;
import dev.assay.message.MessageTransport;
import dev.assay.message.Outbox;
import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;

/** Publishes outbox messages to the broker, each to the queue or exchange of its receivers. */
@ApplicationScoped
public class BrokerTransport implements MessageTransport {
  private final Publisher publisher;
  private final Tracing tracing;

  BrokerTransport(Broker broker, Tracing tracing) {
    this.publisher = new Publisher(broker);
    this.tracing = tracing;
  }

  @Override
  public CompletionStage<Void> deliver(Outbox.Row message) {
    var to = destination(message);
    return tracing.isOn() ? traced(message, to) : publish(message, to);
  }

  private CompletionStage<Void> publish(Outbox.Row message, String to) {
    return message.destination() == Outbox.Destination.EVERYONE
        ? publisher.toEveryone(message.body())
        : publisher.toQueue(to, message.body());
  }

  /** The queue or exchange. */
  private static String destination(Outbox.Row message) {
    var route = message.route();
    return switch (message.destination()) {
      case CONDUCTORS -> route == null ? Queue.ANYONE : route.commands();
      case STARTS -> route == null ? Queue.ANYONE : route.starts();
      case EVERYONE -> Queue.ANNOUNCEMENTS;
    };
  }

  /** A span until the broker has confirmed it, of the trace of what caused the message. */
  private CompletionStage<Void> traced(Outbox.Row message, String to) {
    var span = span(message, to);
    var sent = publish(message, to);
    var _ =
        sent.whenComplete(
            (_, failure) -> {
              if (failure != null) {
                var _ = span.failed(failure);
              }
              span.end();
            });
    return sent; // a dependent stage would wrap the failure, which the caller looks at
  }

  private Span span(Outbox.Row message, String to) {
    var cause = Envelope.traceparent(message.body());
    return cause.isEmpty()
        ? Span.NONE
        : tracing
            .ofMessage(Kind.PRODUCER, "send", to, cause.get())
            .with("messaging.system", "rabbitmq")
            .with("messaging.operation.type", "send")
            .with("messaging.destination.name", to);
  }
}

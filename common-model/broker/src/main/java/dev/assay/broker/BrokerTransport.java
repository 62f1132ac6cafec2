package dev.assay.broker;

import dev.assay.message.Envelope;
import dev.assay.message.MessageTransport;
import dev.assay.message.Outbox;
import dev.assay.time.RepeatedMessages;
import dev.assay.time.Stopwatch;
import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes outbox messages to the broker, each to the queue or exchange of its receivers. While
 * the broker cannot be reached, blocks publishers or confirms nothing, one message a second for
 * each destination tries it, so that the others stay untouched in the database.
 */
@ApplicationScoped
public class BrokerTransport implements MessageTransport {
  private static final Logger LOG = Logger.getLogger(BrokerTransport.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** As long as a message waits for its confirmation. */
  private static final Duration SILENT = Duration.ofSeconds(5);

  private final Publisher publisher;
  private final Tracing tracing;
  private final Stopwatch stopwatch;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile boolean failing;
  private volatile long failedAt;
  private volatile long worked;

  BrokerTransport(Broker broker, Tracing tracing, Stopwatch stopwatch) {
    this.publisher = new Publisher(broker);
    this.tracing = tracing;
    this.stopwatch = stopwatch;
    worked = stopwatch.nanos();
  }

  @Override
  public CompletionStage<Void> deliver(Outbox.Row message) {
    var to = destination(message);
    var sent = tracing.isOn() ? traced(message, to) : publish(message, to);
    var _ = sent.whenComplete((_, failure) -> ended(failure));
    return sent; // a dependent stage would wrap the failure, which the caller looks at
  }

  @Override
  public int room(Outbox.Destination destination) {
    if (!failing) {
      return Integer.MAX_VALUE;
    }
    return stopwatch.nanos() - failedAt < PAUSE.toNanos() ? 0 : 1;
  }

  private void ended(@Nullable Throwable failure) {
    if (failure == null || failure instanceof NobodyTakes) {
      failing = false;
      worked = stopwatch.nanos();
      return;
    }
    var away = failure instanceof Broker.NotReached;
    if (away || failure instanceof ReconnectingConnection.Blocked || confirmsNothing(failure)) {
      failedAt = stopwatch.nanos();
      failing = true;
    }
    if (!away) { // which is logged once for all
      var why = why(failure);
      if (repeated.isDue(why)) {
        LOG.warnf("Messages wait in the outbox: %s.", why);
      }
    }
  }

  /** Not only for one queue. */
  private boolean confirmsNothing(Throwable failure) {
    return failure instanceof TimeoutException && stopwatch.nanos() - worked >= SILENT.toNanos();
  }

  private static String why(Throwable failure) {
    return failure instanceof TimeoutException
        ? "the broker does not confirm them"
        : String.valueOf(failure.getMessage());
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
    return sent;
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

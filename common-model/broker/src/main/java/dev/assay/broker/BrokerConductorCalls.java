package dev.assay.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.message.ConductorCalls;
import dev.assay.message.Route;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Sends requests to conductors over the broker and waits for their replies. Each request has its
 * own channel, so that only its reply arrives there. The reply address is RabbitMQ's direct
 * reply-to: it needs no queue, and a late reply is dropped. The channel that publishes must also
 * consume the reply, so it belongs to the publishing connection. A request that no conductor takes
 * within the timeout expires in its queue.
 */
@ApplicationScoped
public class BrokerConductorCalls implements ConductorCalls {
  private static final Logger LOG = Logger.getLogger(BrokerConductorCalls.class);
  private static final String DIRECT_REPLY_TO = "amq.rabbitmq.reply-to";

  private final ReconnectingConnection connection;

  BrokerConductorCalls(Broker broker) {
    this.connection = broker.publishing();
  }

  @Override
  public String call(String driver, String group, String request, Duration limit) {
    var queue = new Route(group, driver).requests();
    var end = System.nanoTime() + limit.toNanos();
    var channel = openChannel();
    try {
      if (!hasConsumer(channel, queue)) {
        throw unavailable(
            "No conductor for driver %s in conductor group '%s' accepts requests now. Try again; if"
                    .formatted(driver, group)
                + " this persists, check that the conductors can reach the broker.");
      }
      var reply = consumeReply(channel);
      send(channel, queue, request, left(end));
      return reply.get(left(end).toNanos(), TimeUnit.NANOSECONDS);
    } catch (IOException | ShutdownSignalException | ExecutionException e) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "The connection to the broker was lost before the reply arrived. The request may still be"
              + " carried out: check the node and try again.",
          e);
    } catch (TimeoutException _) {
      throw ConductorCalls.unanswered(driver, group, limit);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw unavailable("The service is shutting down and does not wait for the reply: try again.");
    } finally {
      closeQuietly(channel);
    }
  }

  private static void closeQuietly(Channel channel) {
    try {
      channel.abort();
    } catch (IOException e) {
      LOG.debugf("A channel could not be closed: %s", e.getMessage()); // it has no other effect
    }
  }

  private Channel openChannel() {
    try {
      return connection
          .openChannel()
          .orElseThrow(
              () -> unavailable("Too many requests are waiting for replies: try again later."));
    } catch (IOException | ShutdownSignalException e) {
      throw notSent(e);
    }
  }

  /** Whether a conductor consumes {@code queue}. */
  private static boolean hasConsumer(Channel channel, String queue) {
    if (!Queue.isName(queue)) {
      return false; // no such queue can exist
    }
    try {
      return channel.consumerCount(queue) > 0;
    } catch (IOException | ShutdownSignalException e) {
      if (isMissing(e)) {
        return false;
      }
      throw notSent(e);
    }
  }

  private static boolean isMissing(Exception failure) {
    return failure.getCause() instanceof ShutdownSignalException signal
        && signal.getReason() instanceof AMQP.Channel.Close close
        && close.getReplyCode() == AMQP.NOT_FOUND;
  }

  private static CompletableFuture<String> consumeReply(Channel channel) {
    var reply = new CompletableFuture<String>();
    try {
      channel.addShutdownListener(reply::completeExceptionally);
      var _ =
          channel.basicConsume(
              DIRECT_REPLY_TO,
              true,
              (_, delivery) ->
                  reply.complete(new String(delivery.getBody(), StandardCharsets.UTF_8)),
              _ -> {});
      return reply;
    } catch (IOException | ShutdownSignalException e) {
      throw notSent(e);
    }
  }

  private static void send(Channel channel, String queue, String request, Duration left)
      throws IOException {
    if (!left.isPositive()) {
      throw unavailable(
          "The broker is slow, and the conductor could not be asked in time: try again.");
    }
    var properties =
        new AMQP.BasicProperties.Builder()
            .contentType("application/json")
            .replyTo(DIRECT_REPLY_TO)
            .expiration(String.valueOf(Math.max(1, left.toMillis())))
            .build();
    channel.basicPublish("", queue, properties, request.getBytes(StandardCharsets.UTF_8));
  }

  private static Duration left(long end) {
    return Duration.ofNanos(end - System.nanoTime());
  }

  private static AssayException notSent(Exception cause) {
    var why =
        cause instanceof ReconnectingConnection.Blocked
            ? "The broker takes no messages, as it is low on memory or disk space"
            : "The broker is not reached or does not answer";
    return new AssayException(
        ErrorCode.UNAVAILABLE,
        why
            + ": the conductor could not be asked. Nothing was done. Try again; if this persists,"
            + " check RabbitMQ and assay.broker.host.",
        cause);
  }

  private static AssayException unavailable(String sentence) {
    return new AssayException(ErrorCode.UNAVAILABLE, sentence);
  }
}

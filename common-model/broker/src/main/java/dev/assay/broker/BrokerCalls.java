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

/**
 * Asks over the broker, a channel each time, so that what comes back on it is the answer and
 * nothing else. The reply address is RabbitMQ's direct reply-to: no queue is made for it, and an
 * answer that comes when nobody waits any more is dropped. A question that nobody takes within the
 * time-out expires in its queue.
 */
@ApplicationScoped
public class BrokerCalls implements ConductorCalls {
  private static final String DIRECT_REPLY_TO = "amq.rabbitmq.reply-to";

  private final KeptConnection connection;

  BrokerCalls(Broker broker) {
    this.connection = broker.consuming();
  }

  @Override
  public String call(String driver, String group, String question, Duration limit) {
    var queue = new Route(group, driver).questions();
    try {
      var channel = openChannel();
      try {
        if (listeners(channel, queue) == 0) {
          throw unavailable(
              "No conductor for driver %s in conductor group '%s' takes questions now. Try again; if"
                      .formatted(driver, group)
                  + " it goes on, check that the conductors reach the broker.");
        }
        return ask(channel, queue, question, limit).get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        channel.abort();
      }
    } catch (IOException | ShutdownSignalException | ExecutionException e) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "The broker went away before the answer came. What was asked may still be done: look at"
              + " the node and try again.",
          e);
    } catch (TimeoutException _) {
      throw ConductorCalls.unanswered(driver, group, limit);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw unavailable("The service stops and waits for no answer: try again.");
    }
  }

  private Channel openChannel() throws IOException {
    try {
      return connection
          .connection()
          .openChannel()
          .orElseThrow(
              () -> unavailable("Too many questions wait for their answers: try again later."));
    } catch (Broker.NotReached e) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "The broker is not reached, so no conductor can be asked. Try again; if it goes on, check"
              + " RabbitMQ and assay.broker.host.",
          e);
    }
  }

  /** How many conductors take from {@code queue}; none when it does not exist. */
  private static long listeners(Channel channel, String queue) throws IOException {
    try {
      return channel.consumerCount(queue);
    } catch (IOException e) {
      if (e.getCause() instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Channel.Close close
          && close.getReplyCode() == AMQP.NOT_FOUND) {
        return 0;
      }
      throw e;
    }
  }

  private static CompletableFuture<String> ask(
      Channel channel, String queue, String question, Duration limit) throws IOException {
    var answer = new CompletableFuture<String>();
    channel.addShutdownListener(answer::completeExceptionally);
    channel.basicConsume(
        DIRECT_REPLY_TO,
        true,
        (_, delivery) -> answer.complete(new String(delivery.getBody(), StandardCharsets.UTF_8)),
        _ -> {});
    var properties =
        new AMQP.BasicProperties.Builder()
            .contentType("application/json")
            .replyTo(DIRECT_REPLY_TO)
            .expiration(String.valueOf(limit.toMillis()))
            .build();
    channel.basicPublish("", queue, properties, question.getBytes(StandardCharsets.UTF_8));
    return answer;
  }

  private static AssayException unavailable(String sentence) {
    return new AssayException(ErrorCode.UNAVAILABLE, sentence);
  }
}

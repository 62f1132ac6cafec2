package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A message that the broker delivered to this process. */
public final class ReceivedMessage {
  private final Broker broker;
  private final Channel channel;
  private final Delivery delivery;

  ReceivedMessage(Broker broker, Channel channel, Delivery delivery) {
    this.broker = broker;
    this.channel = channel;
    this.delivery = delivery;
  }

  /** The body as text. */
  public String text() {
    return new String(delivery.getBody(), StandardCharsets.UTF_8);
  }

  /**
   * How often the broker has delivered the message, this time included. Quorum queues count
   * deliveries; of other queues it is 1.
   */
  public int deliveries() {
    return header("x-delivery-count") instanceof Number earlier
        ? (int) Math.min(earlier.longValue(), Integer.MAX_VALUE - 1) + 1
        : 1;
  }

  /** Why the broker dead-lettered the message last; empty when it did not. */
  public Optional<Death> death() {
    return header("x-death") instanceof List<?> deaths
            && !deaths.isEmpty()
            && deaths.getFirst() instanceof Map<?, ?> last
        ? Optional.of(
            new Death(String.valueOf(last.get("queue")), String.valueOf(last.get("reason"))))
        : Optional.empty();
  }

  /**
   * How a message was dead-lettered.
   *
   * @param queue the queue that it was in
   * @param reason as RabbitMQ writes it: rejected, expired, maxlen or delivery_limit
   */
  public record Death(String queue, String reason) {}

  private @Nullable Object header(String name) {
    var headers = delivery.getProperties().getHeaders();
    return headers == null ? null : headers.get(name);
  }

  /**
   * Sends {@code answer} to the reply address of the message; without effect when it has none, or
   * the client no longer waits. Uses the publishing connection, so that a broker that blocks
   * publishers still reads acknowledgements. IOException when the broker does not confirm the
   * reply: then the message must be handled again.
   */
  public void answer(String answer) throws IOException {
    var replyTo = delivery.getProperties().getReplyTo();
    if (replyTo == null) {
      return;
    }
    try {
      broker.answers().toAsker(replyTo, answer).toCompletableFuture().get();
    } catch (ExecutionException e) {
      throw new IOException("the answer is not sent: " + e.getCause(), e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("this process stops before the answer is sent");
    }
  }

  void settle(HandlingResult result) throws IOException {
    var tag = delivery.getEnvelope().getDeliveryTag();
    switch (result) {
      case DONE -> channel.basicAck(tag, false);
      case AGAIN -> channel.basicReject(tag, true);
    }
  }
}

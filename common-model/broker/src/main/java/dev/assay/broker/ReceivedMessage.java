package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

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
      case DEAD -> channel.basicReject(tag, false);
      case AGAIN -> channel.basicReject(tag, true);
    }
  }
}

package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

/** A message that was handed to this process. */
public final class ReceivedMessage {
  private final Broker broker;
  private final Channel channel;
  private final Delivery delivery;

  ReceivedMessage(Broker broker, Channel channel, Delivery delivery) {
    this.broker = broker;
    this.channel = channel;
    this.delivery = delivery;
  }

  /** What it says. */
  public String text() {
    return new String(delivery.getBody(), StandardCharsets.UTF_8);
  }

  /**
   * Sends {@code answer} to where the message says; without effect when it says nothing, or nobody
   * waits any more. It goes over the connection that publishes, so that a broker that takes nothing
   * still reads acknowledgements. IOException when the broker does not have it: the message is to
   * be handled again.
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

  void settle(HandlingResult verdict) throws IOException {
    var tag = delivery.getEnvelope().getDeliveryTag();
    switch (verdict) {
      case DONE -> channel.basicAck(tag, false);
      case DEAD -> channel.basicReject(tag, false);
      case AGAIN -> channel.basicReject(tag, true);
    }
  }
}

package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A message that was handed to this process. */
public final class Delivered {
  private final Channel channel;
  private final Delivery delivery;

  Delivered(Channel channel, Delivery delivery) {
    this.channel = channel;
    this.delivery = delivery;
  }

  /** What it says. */
  public String text() {
    return new String(delivery.getBody(), StandardCharsets.UTF_8);
  }

  /**
   * Sends {@code answer} to where the message says; without effect when it says nothing, or nobody
   * waits any more. IOException when the message is on its way to another by now.
   */
  public void answer(String answer) throws IOException {
    var replyTo = delivery.getProperties().getReplyTo();
    if (replyTo != null) {
      synchronized (channel) { // a channel is for one sender at a time
        channel.basicPublish("", replyTo, null, answer.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  void settle(Verdict verdict) throws IOException {
    var tag = delivery.getEnvelope().getDeliveryTag();
    switch (verdict) {
      case DONE -> channel.basicAck(tag, false);
      case DEAD -> channel.basicReject(tag, false);
      case AGAIN -> channel.basicReject(tag, true);
    }
  }
}

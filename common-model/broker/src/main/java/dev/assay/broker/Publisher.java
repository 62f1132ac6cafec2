package dev.assay.broker;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.message.MessageTransport.NobodyTakes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages with publisher confirms. A message counts as delivered when the broker has
 * confirmed it, which for a durable queue means that it is on disk. It fails when no queue takes
 * it, when the broker rejects it, and when the connection ends or a few seconds pass before the
 * broker responds. In these last cases it may have arrived nevertheless.
 */
final class Publisher {
  private static final long CONFIRM_SECONDS = 5;
  private static final int PERSISTENT = 2;

  private final ReconnectingConnection connection;
  private final ReentrantLock sending = new ReentrantLock();
  private @Nullable ConfirmChannel confirmChannel;

  Publisher(Broker broker) {
    this.connection = broker.publishing();
  }

  /** Publishes to one queue; fails with {@link NobodyTakes} when it does not exist. */
  CompletionStage<Void> toQueue(String queue, String body) {
    if (!Queue.isName(queue)) {
      return CompletableFuture.failedFuture(
          new NobodyTakes("queue %s cannot exist: its name is too long".formatted(queue)));
    }
    return publish("", queue, true, body);
  }

  /** Publishes to all current subscribers, of which there may be none. */
  CompletionStage<Void> toEveryone(String body) {
    return publish(Queue.ANNOUNCEMENTS, "", false, body);
  }

  /**
   * Publishes a reply to {@code replyTo}, the address given in the request; the client that waits
   * there may be gone by now.
   */
  CompletionStage<Void> toAsker(String replyTo, String body) {
    return publish("", replyTo, false, body);
  }

  private CompletionStage<Void> publish(
      String exchange, String key, boolean mandatory, String body) {
    sending.lock();
    try {
      var open = confirmChannel();
      connection.requireTaken();
      return open.send(exchange, key, mandatory, body.getBytes(StandardCharsets.UTF_8))
          .orTimeout(CONFIRM_SECONDS, TimeUnit.SECONDS);
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      sending.unlock();
    }
  }

  private ConfirmChannel confirmChannel() throws IOException {
    var current = confirmChannel;
    if (current == null || !current.channel.isOpen()) {
      current = ConfirmChannel.open(connection);
      confirmChannel = current;
    }
    return current;
  }

  /** A channel with publisher confirms, and its messages that are not confirmed yet. */
  private static final class ConfirmChannel {
    private final Channel channel;
    private final ConcurrentSkipListMap<Long, CompletableFuture<Void>> unanswered =
        new ConcurrentSkipListMap<>();

    private ConfirmChannel(Channel channel) {
      this.channel = channel;
    }

    static ConfirmChannel open(ReconnectingConnection connection) throws IOException {
      var confirmChannel = new ConfirmChannel(connection.channel());
      try {
        confirmChannel.prepare();
        return confirmChannel;
      } catch (IOException | RuntimeException e) {
        confirmChannel.channel.abort();
        throw e;
      }
    }

    private void prepare() throws IOException {
      channel.confirmSelect();
      Queue.declareAnnouncements(channel);
      channel.addReturnListener(
          message ->
              settle(
                  Long.parseLong(message.getProperties().getMessageId()),
                  new NobodyTakes(
                      "queue %s does not exist: no conductor has declared it"
                          .formatted(message.getRoutingKey()))));
      channel.addConfirmListener(
          (number, multiple) -> completeUpTo(number, multiple, null),
          (number, multiple) ->
              completeUpTo(number, multiple, new IOException("the broker could not keep it")));
      channel.addShutdownListener(this::ended);
    }

    CompletableFuture<Void> send(String exchange, String key, boolean mandatory, byte[] body)
        throws IOException {
      var number = channel.getNextPublishSeqNo();
      var confirm = new CompletableFuture<Void>();
      unanswered.put(number, confirm);
      var _ =
          confirm.whenComplete((_, _) -> unanswered.remove(number)); // given up by the caller too
      try {
        var properties =
            new BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(PERSISTENT)
                .messageId(Long.toString(number)) // identifies a returned message
                .build();
        channel.basicPublish(exchange, key, mandatory, properties, body);
      } catch (IOException e) {
        unanswered.remove(number);
        throw e;
      } catch (RuntimeException e) {
        // It is not known whether the broker counts this message, so the confirms of later ones on
        // this channel could not be matched to their messages.
        unanswered.remove(number);
        channel.abort();
        throw e;
      }
      return confirm;
    }

    /** Completes messages on a confirm. The broker returns a message before it confirms it. */
    private void completeUpTo(long number, boolean multiple, @Nullable IOException refusal) {
      if (!multiple) {
        settle(number, refusal);
        return;
      }
      new ArrayList<>(unanswered.headMap(number, true).keySet()).forEach(it -> settle(it, refusal));
    }

    private void settle(long number, @Nullable Exception refusal) {
      var confirm = unanswered.remove(number);
      if (confirm == null) {
        return;
      }
      if (refusal == null) {
        confirm.complete(null);
      } else {
        confirm.completeExceptionally(refusal);
      }
    }

    private void ended(ShutdownSignalException signal) {
      new ArrayList<>(unanswered.keySet()).forEach(number -> settle(number, signal));
    }
  }
}

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
 * Publishes, and knows what became of it. A message counts as delivered when the broker has
 * confirmed it, which for a durable queue means that it is on disk; it is refused when no queue
 * takes it, when the broker says no, and when its connection ends or a few seconds pass before it
 * has said anything. Then it may have arrived all the same.
 */
final class Publisher {
  private static final long CONFIRM_SECONDS = 5;
  private static final int PERSISTENT = 2;

  private final ReconnectingConnection connection;
  private final ReentrantLock sending = new ReentrantLock();
  private @Nullable Line line;

  Publisher(Broker broker) {
    this.connection = broker.publishing();
  }

  /** To one queue, which must exist: {@link NobodyTakes} when it does not. */
  CompletionStage<Void> toQueue(String queue, String body) {
    if (!Queue.isName(queue)) {
      return CompletableFuture.failedFuture(
          new NobodyTakes(
              "no conductor can make queue %s, whose name is too long".formatted(queue)));
    }
    return publish("", queue, true, body);
  }

  /** To everyone who listens at this moment, which may be nobody. */
  CompletionStage<Void> toEveryone(String body) {
    return publish(Queue.ANNOUNCEMENTS, "", false, body);
  }

  /** To who asked and gave {@code replyTo} as the address, and who may have gone by now. */
  CompletionStage<Void> toAsker(String replyTo, String body) {
    return publish("", replyTo, false, body);
  }

  private CompletionStage<Void> publish(
      String exchange, String key, boolean mandatory, String body) {
    sending.lock();
    try {
      var open = line();
      connection.requireTaken();
      return open.send(exchange, key, mandatory, body.getBytes(StandardCharsets.UTF_8))
          .orTimeout(CONFIRM_SECONDS, TimeUnit.SECONDS);
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      sending.unlock();
    }
  }

  private Line line() throws IOException {
    var current = line;
    if (current == null || !current.channel.isOpen()) {
      current = Line.open(connection);
      line = current;
    }
    return current;
  }

  /** One channel, and what was sent on it without an answer yet. */
  private static final class Line {
    private final Channel channel;
    private final ConcurrentSkipListMap<Long, CompletableFuture<Void>> unanswered =
        new ConcurrentSkipListMap<>();

    private Line(Channel channel) {
      this.channel = channel;
    }

    static Line open(ReconnectingConnection connection) throws IOException {
      var line = new Line(connection.channel());
      try {
        line.prepare();
        return line;
      } catch (IOException | RuntimeException e) {
        line.channel.abort();
        throw e;
      }
    }

    private void prepare() throws IOException {
      channel.confirmSelect();
      Queue.declareAnnouncements(channel);
      channel.addReturnListener(
          message ->
              answer(
                  Long.parseLong(message.getProperties().getMessageId()),
                  new NobodyTakes("no conductor has made queue " + message.getRoutingKey())));
      channel.addConfirmListener(
          (number, multiple) -> answers(number, multiple, null),
          (number, multiple) ->
              answers(number, multiple, new IOException("the broker could not keep it")));
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
                .messageId(Long.toString(number)) // by which a returned one is known again
                .build();
        channel.basicPublish(exchange, key, mandatory, properties, body);
      } catch (IOException e) {
        unanswered.remove(number);
        throw e;
      } catch (RuntimeException e) {
        // Whether the broker counts this message is not known, so that of no later one on this
        // channel it would be known which confirm is its own.
        unanswered.remove(number);
        channel.abort();
        throw e;
      }
      return confirm;
    }

    /** The broker returns a message before it confirms it. */
    private void answers(long number, boolean multiple, @Nullable IOException refusal) {
      if (!multiple) {
        answer(number, refusal);
        return;
      }
      new ArrayList<>(unanswered.headMap(number, true).keySet()).forEach(it -> answer(it, refusal));
    }

    private void answer(long number, @Nullable Exception refusal) {
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
      new ArrayList<>(unanswered.keySet()).forEach(number -> answer(number, signal));
    }
  }
}

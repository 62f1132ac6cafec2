package dev.assay.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A fake RabbitMQ behind the client's interfaces, for situations that cannot be forced with a real
 * one. By default it accepts everything.
 */
final class ScriptedBroker extends ConnectionFactory {
  private static final Object NOT_SCRIPTED = new Object();

  /** All channels that were opened, on any connection. */
  final List<ScriptedChannel> channels = new CopyOnWriteArrayList<>();

  private final List<BlockedListener> blockedListeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable RuntimeException refusal;
  private volatile @Nullable String answer;
  private volatile long consumers = 1;
  private volatile boolean isSilent;

  Broker broker() {
    return new Broker(this, new Settings());
  }

  /** From now on every publish throws {@code failure}; null ends that. */
  void refuseToPublish(@Nullable RuntimeException failure) {
    refusal = failure;
  }

  /** From now on every request gets the reply {@code text}. */
  void answer(String text) {
    answer = text;
  }

  /** From now on no queue has a consumer. */
  void nobodyConsumes() {
    consumers = 0;
  }

  /** Blocks publishers, as for lack of memory or disk, or unblocks them. */
  void block(boolean on) throws IOException {
    for (var listener : blockedListeners) {
      if (on) {
        listener.handleBlocked("low on memory");
      } else {
        listener.handleUnblocked();
      }
    }
  }

  /** From now on it responds to no request. */
  void fallSilent() {
    isSilent = true;
  }

  @Override
  public Connection newConnection(String name) {
    return proxy(
        Connection.class,
        (_, method, values) ->
            switch (method.getName()) {
              case "isOpen" -> true;
              case "addBlockedListener" -> {
                blockedListeners.add((BlockedListener) values[0]);
                yield NOT_SCRIPTED;
              }
              case "openChannel" -> {
                var opened = new ScriptedChannel(name);
                channels.add(opened);
                yield Optional.of(opened.channel);
              }
              default -> NOT_SCRIPTED;
            });
  }

  /** A fake channel. */
  final class ScriptedChannel {
    /** The name of its connection. */
    final String connection;

    /** The routing keys of messages published on it. */
    final List<String> published = new CopyOnWriteArrayList<>();

    /** Delivery tags that were acknowledged or dead-lettered on it. */
    final List<Long> settled = new CopyOnWriteArrayList<>();

    /** Delivery tags that were requeued. */
    final List<Long> givenBack = new CopyOnWriteArrayList<>();

    final Channel channel =
        proxy(Channel.class, (_, method, values) -> call(method.getName(), values));

    private final List<ShutdownListener> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable DeliverCallback consumer;
    private volatile @Nullable ShutdownSignalException closed;
    private volatile boolean cancelled;
    private volatile @Nullable ConfirmCallback confirm;
    private long number;

    private ScriptedChannel(String connection) {
      this.connection = connection;
    }

    boolean isConsumed() {
      return consumer != null && !cancelled;
    }

    boolean isCancelled() {
      return cancelled;
    }

    boolean isOpen() {
      return closed == null;
    }

    /** Delivers a message as the client does, also after the consumer was cancelled. */
    void deliver(long tag, String text) throws IOException {
      var to = consumer;
      if (to != null) {
        to.handle(
            "consumer",
            new Delivery(
                new Envelope(tag, false, "", "queue"),
                new AMQP.BasicProperties.Builder().replyTo("amq.rabbitmq.reply-to.x").build(),
                text.getBytes(StandardCharsets.UTF_8)));
      }
    }

    /** Closes the channel from the broker's side. */
    void close(String why) {
      var signal =
          new ShutdownSignalException(
              false,
              false,
              new AMQP.Channel.Close.Builder().replyCode(406).replyText(why).build(),
              channel);
      closed = signal;
      listeners.forEach(each -> each.shutdownCompleted(signal));
    }

    private Object call(String method, Object[] values) throws IOException {
      return switch (method) {
        case "isOpen" -> isOpen();
        case "getCloseReason" -> closed == null ? NOT_SCRIPTED : closed;
        case "getConnection" -> newConnection(connection);
        case "addShutdownListener" -> {
          listeners.add((ShutdownListener) values[0]);
          yield NOT_SCRIPTED;
        }
        case "queueDeclare" -> new AMQP.Queue.DeclareOk.Builder().queue("declared").build();
        case "basicConsume" -> {
          for (var value : values) {
            if (value instanceof DeliverCallback callback) {
              consumer = callback;
            }
          }
          yield "consumer";
        }
        case "basicCancel" -> {
          cancelled = true;
          yield NOT_SCRIPTED;
        }
        case "addConfirmListener" -> {
          confirm = (ConfirmCallback) values[0];
          yield NOT_SCRIPTED;
        }
        case "consumerCount" -> {
          if (isSilent) {
            throw new IOException("nothing comes back");
          }
          yield consumers;
        }
        case "getNextPublishSeqNo" -> number + 1;
        case "basicPublish" -> {
          var failure = refusal;
          if (failure != null) {
            throw failure;
          }
          published.add((String) values[1]);
          number++;
          var callback = confirm;
          if (callback != null) {
            callback.handle(number, false);
          }
          var text = answer;
          if (text != null) {
            deliver(1, text);
          }
          yield NOT_SCRIPTED;
        }
        case "basicAck", "basicReject" -> {
          var signal = closed;
          if (signal != null) {
            throw new AlreadyClosedException(signal);
          }
          var again = method.equals("basicReject") && (boolean) values[1];
          (again ? givenBack : settled).add((Long) values[0]);
          yield NOT_SCRIPTED;
        }
        case "abort" -> {
          if (isOpen()) {
            close("aborted");
          }
          yield NOT_SCRIPTED;
        }
        default -> NOT_SCRIPTED;
      };
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler script) {
    InvocationHandler whole =
        (proxy, method, values) -> {
          var answer = script.invoke(proxy, method, values == null ? new Object[0] : values);
          if (answer != NOT_SCRIPTED) {
            return answer;
          }
          var kind = method.getReturnType();
          if (kind == boolean.class) {
            return false;
          }
          return kind == int.class ? (Object) 0 : kind == long.class ? (Object) 0L : null;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, whole));
  }

  private record Settings() implements BrokerConfig {
    @Override
    public String host() {
      return "scripted";
    }

    @Override
    public int port() {
      return 5672;
    }

    @Override
    public String username() {
      return "guest";
    }

    @Override
    public String password() {
      return "guest";
    }

    @Override
    public String virtualHost() {
      return "/";
    }

    @Override
    public boolean ssl() {
      return false;
    }

    @Override
    public Optional<Path> sslCaFile() {
      return Optional.empty();
    }

    @Override
    public Duration heartbeat() {
      return Duration.ofSeconds(2);
    }
  }
}

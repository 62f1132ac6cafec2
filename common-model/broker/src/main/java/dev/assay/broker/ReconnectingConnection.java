package dev.assay.broker;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is made anew, by whoever needs it, when it was lost. After an attempt that
 * failed everyone fails at once for half a second, so that many who wait do not wait one by one.
 */
final class ReconnectingConnection {
  private static final long FAIL_FAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int CLOSE_MILLIS = 2000;

  private final ConnectionFactory factory;
  private final String name;
  private final ConnectionErrorLog errorLog;
  private final ReentrantLock connecting = new ReentrantLock();
  private @Nullable Connection connection;
  private volatile AtomicBoolean blocked = new AtomicBoolean(); // of the connection there is
  private Broker.@Nullable NotReached failure;
  private long failedAt;
  private boolean closed;

  ReconnectingConnection(ConnectionFactory factory, String name, ConnectionErrorLog errorLog) {
    this.factory = factory;
    this.name = name;
    this.errorLog = errorLog;
  }

  /** A new channel, as below; IOException when the broker allows no more. */
  Channel channel() throws IOException {
    return openChannel().orElseThrow(() -> new IOException("the broker allows no more channels"));
  }

  /**
   * A new channel, which the caller closes; empty when the broker allows no more. {@link
   * Broker.NotReached} when there is no broker. None is asked for while the broker takes nothing:
   * the client would keep the number of a channel that is not answered.
   */
  Optional<Channel> openChannel() throws IOException {
    var current = connection();
    requireTaken();
    return current.openChannel();
  }

  /** IOException while the broker takes nothing over this connection. */
  void requireTaken() throws IOException {
    if (blocked.get()) {
      throw new IOException("the broker takes nothing: it has too little memory or disk");
    }
  }

  /** The connection as it is, or a new one. {@link Broker.NotReached} when there is no broker. */
  Connection connection() throws IOException {
    connecting.lock();
    try {
      var current = connection;
      if (current != null && current.isOpen()) {
        return current;
      }
      if (failure != null && System.nanoTime() - failedAt < FAIL_FAST_NANOS) {
        throw new Broker.NotReached(String.valueOf(failure.getMessage()), failure);
      }
      if (closed) {
        throw new IOException("this process stops");
      }
      return connect();
    } finally {
      connecting.unlock();
    }
  }

  private Connection connect() throws IOException {
    try {
      var made = factory.newConnection(name);
      connection = made;
      var state = new AtomicBoolean();
      made.addBlockedListener(
          new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
              state.set(true);
            }

            @Override
            public void handleUnblocked() {
              state.set(false);
            }
          });
      blocked = state;
      failure = null;
      errorLog.reached();
      return made;
    } catch (IOException | TimeoutException | RuntimeException e) {
      failedAt = System.nanoTime();
      failure = new Broker.NotReached(errorLog.about(e), e);
      throw failure;
    }
  }

  void close() {
    connecting.lock();
    try {
      closed = true;
      if (connection != null) {
        connection.abort(CLOSE_MILLIS);
      }
    } finally {
      connecting.unlock();
    }
  }
}

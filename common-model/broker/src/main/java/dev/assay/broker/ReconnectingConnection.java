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
 * A connection to the broker that is opened again on the next use after it was lost. For half a
 * second after a failed attempt all callers fail at once, so that many of them do not wait one
 * after the other.
 */
final class ReconnectingConnection {
  private static final long FAIL_FAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int CLOSE_MILLIS = 2000;

  private final ConnectionFactory factory;
  private final String name;
  private final ConnectionErrorLog errorLog;
  private final ReentrantLock connecting = new ReentrantLock();
  private @Nullable Connection connection;
  private volatile AtomicBoolean blocked = new AtomicBoolean(); // of the current connection
  private Broker.@Nullable NotReached failure;
  private long failedAt;
  private boolean closed;

  ReconnectingConnection(ConnectionFactory factory, String name, ConnectionErrorLog errorLog) {
    this.factory = factory;
    this.name = name;
    this.errorLog = errorLog;
  }

  /** Opens a channel, as below; IOException when the broker allows no more. */
  Channel channel() throws IOException {
    return openChannel().orElseThrow(() -> new IOException("the broker allows no more channels"));
  }

  /**
   * Opens a channel, which the caller closes; empty when the broker allows no more. {@link
   * Broker.NotReached} when the broker cannot be reached. Opens none while the broker blocks
   * publishers: the client would leak the number of a channel whose opening is not answered.
   */
  Optional<Channel> openChannel() throws IOException {
    var current = connection();
    requireTaken();
    return current.openChannel();
  }

  /** Thrown while the broker takes no messages. */
  static final class Blocked extends IOException {
    private static final long serialVersionUID = 1L;

    Blocked() {
      super("the broker blocks publishers: it is low on memory or disk space");
    }
  }

  /** Throws Blocked while the broker blocks publishers on this connection. */
  void requireTaken() throws IOException {
    if (blocked.get()) {
      throw new Blocked();
    }
  }

  /**
   * Returns the open connection, or opens a new one. {@link Broker.NotReached} when the broker
   * cannot be reached.
   */
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

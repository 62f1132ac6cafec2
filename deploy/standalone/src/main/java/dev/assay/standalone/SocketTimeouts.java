package dev.assay.standalone;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Enforces the timeouts of all open {@link UnixSocket}s: checks ten times a second whether a read
 * or write has taken too long.
 */
final class SocketTimeouts {
  private static final Logger LOG = Logger.getLogger(SocketTimeouts.class);
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);
  private static final Set<UnixSocket> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Thread.ofPlatform().daemon().name("database-timeouts").start(SocketTimeouts::run);
  }

  private SocketTimeouts() {}

  /** Checks the timeouts of {@code socket} until {@link #forget} is called. */
  static void watch(UnixSocket socket) {
    OPEN.add(socket);
  }

  static void forget(UnixSocket socket) {
    OPEN.remove(socket);
  }

  private static void run() {
    try {
      while (true) {
        Thread.sleep(CHECK_INTERVAL);
        OPEN.forEach(SocketTimeouts::closeWhenLate);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // never happens: no code interrupts this thread
    }
  }

  /**
   * Closes the socket if it has timed out; a failure to close is logged, so that the other sockets
   * are still checked.
   */
  private static void closeWhenLate(UnixSocket socket) {
    try {
      socket.closeWhenLate();
    } catch (IOException | RuntimeException e) {
      LOG.error("A connection to PostgreSQL that timed out cannot be closed.", e);
    }
  }
}

package dev.assay.standalone;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** Looks ten times a second whether a read or write of a socket has taken too long. */
final class SocketTimeouts {
  private static final Logger LOG = Logger.getLogger(SocketTimeouts.class);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Set<UnixSocket> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Thread.ofPlatform().daemon().name("database-timeouts").start(SocketTimeouts::run);
  }

  private SocketTimeouts() {}

  /** Until it is forgotten. */
  static void watch(UnixSocket socket) {
    OPEN.add(socket);
  }

  static void forget(UnixSocket socket) {
    OPEN.remove(socket);
  }

  private static void run() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        OPEN.forEach(SocketTimeouts::closeWhenLate);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // nobody does
    }
  }

  /** One that cannot be closed must not end the time limits of the others. */
  private static void closeWhenLate(UnixSocket socket) {
    try {
      socket.closeWhenLate();
    } catch (IOException | RuntimeException e) {
      LOG.error("A connection to PostgreSQL that timed out cannot be closed.", e);
    }
  }
}

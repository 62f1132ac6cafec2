package dev.assay.standalone;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Looks ten times a second whether a read or write of a socket has taken too long. */
final class SocketTimeouts {
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
        OPEN.forEach(UnixSocket::closeWhenLate);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // nobody does
    }
  }
}

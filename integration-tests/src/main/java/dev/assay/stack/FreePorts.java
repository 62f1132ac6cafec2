package dev.assay.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds TCP ports on loopback that nobody listens on. They lie below the range from which Linux
 * takes the ports of outgoing connections, so that none is lost between finding and using it, and
 * none is given twice by one process.
 */
public final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int COUNT = 20_000;

  /** Two processes on one machine begin at different places. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % COUNT));

  private FreePorts() {}

  /** A port that was free a moment ago. */
  public static int next() {
    for (int i = 0; i < COUNT; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free TCP port from " + FIRST + " on");
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}

package dev.assay.stack;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * Finds TCP and UDP ports on loopback that no process listens on. They lie below the range from
 * which Linux takes the ports of outgoing connections, so that no connection takes a port before it
 * is used. Ports are handed out in ascending order, so one process gets no port twice.
 */
public final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int COUNT = 20_000;

  /**
   * The next position to try; the start depends on the process id, so that two processes on one
   * machine begin at different ports.
   */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % COUNT));

  private FreePorts() {}

  /** A TCP port that was free when it was checked. */
  public static int next() {
    return next(FreePorts::isFree);
  }

  /** A UDP port that was free when it was checked. */
  public static int nextUdp() {
    return next(FreePorts::isFreeUdp);
  }

  private static int next(IntPredicate free) {
    for (int i = 0; i < COUNT; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (free.test(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port from " + FIRST + " on");
  }

  private static boolean isFreeUdp(int port) {
    try (var socket = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException _) {
      return false;
    }
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

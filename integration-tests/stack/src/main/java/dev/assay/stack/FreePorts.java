package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * Finds TCP and UDP ports on loopback that no process listens on. They lie below the range from
 * which Linux takes the ports of outgoing connections, so that no connection takes a port before it
 * is used. No port is handed out twice, neither by this process nor by another one of the same user
 * that is still running: a service may listen only seconds later.
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

  /**
   * Shared by all processes of a user; the byte at the position of each port that was handed out is
   * locked until the process ends, however it ends.
   */
  private static final FileChannel TAKEN = open();

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
      if (take(port) && free.test(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port from " + FIRST + " on");
  }

  /** Whether neither this process nor another one was given this port before. */
  static boolean take(int port) {
    try {
      return TAKEN.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException _) {
      return false; // by this process
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot lock port " + port + " for this process", e);
    }
  }

  private static FileChannel open() {
    var file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "assay-test-ports-" + System.getProperty("user.name"));
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot open " + file + ", in which test processes lock their ports", e);
    }
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

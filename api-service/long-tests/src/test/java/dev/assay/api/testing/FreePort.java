package dev.assay.api.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Finds TCP ports of loopback on which nobody listens. Linux gives none of them to outgoing
 * connections, so that no connection takes one before it is used, and end-to-end tests, which may
 * run at the same time, use others.
 */
public final class FreePort {
  private static final int FIRST = 11_000;
  private static final int END = 12_000;

  private FreePort() {}

  /** The lowest of them that is free now. */
  public static int find() {
    for (var port = FIRST; port < END; port++) {
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException _) {
        // somebody listens on it
      }
    }
    throw new IllegalStateException("no free port from " + FIRST + " on");
  }
}

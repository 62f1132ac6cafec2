package dev.assay.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards TCP connections to another port of this host, like a network that can fail: {@link #cut}
 * loses everything without a sign to either side, {@link #reset} aborts all connections.
 */
public final class TcpLink implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2000;
  private static final int BUFFER_BYTES = 32 * 1024;

  private final ServerSocket server;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object state = new Object();
  private boolean cut;
  private volatile boolean closed;

  private TcpLink(ServerSocket server, int target) {
    this.server = server;
    this.target = target;
  }

  /** Forwards connections from a free port to port {@code target}, which may open later. */
  public static TcpLink to(int target) {
    return between(FreePorts.next(), target);
  }

  /** As {@link #to}, from port {@code port}, which may be that of a closed link. */
  public static TcpLink between(int port, int target) {
    try {
      var server = new ServerSocket();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      var link = new TcpLink(server, target);
      Thread.ofVirtual().name("link-" + target).start(link::accept);
      return link;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot forward to port " + target, e);
    }
  }

  /** The port to connect to. */
  public int port() {
    return server.getLocalPort();
  }

  /** From now on nothing arrives at either side, until {@link #mend}. */
  public void cut() {
    synchronized (state) {
      cut = true;
    }
  }

  /** What was sent meanwhile arrives late, as after a retransmission. */
  public void mend() {
    synchronized (state) {
      cut = false;
      state.notifyAll();
    }
  }

  /** Aborts all connections; new ones are forwarded. */
  public void reset() {
    sockets.forEach(TcpLink::abort);
  }

  @Override
  public void close() {
    closed = true;
    mend();
    reset();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitMended() throws InterruptedException {
    synchronized (state) {
      while (cut) {
        state.wait();
      }
    }
  }

  private void accept() {
    try {
      while (!closed) {
        var incoming = server.accept();
        sockets.add(incoming);
        Thread.ofVirtual().start(() -> connect(incoming));
      }
    } catch (IOException e) {
      if (!closed) {
        throw new UncheckedIOException("the link to port " + target + " has failed", e);
      }
    }
  }

  private void connect(Socket incoming) {
    var outgoing = new Socket();
    sockets.add(outgoing);
    try {
      awaitMended();
      outgoing.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_MILLIS);
      incoming.setTcpNoDelay(true);
      outgoing.setTcpNoDelay(true);
      var back = Thread.ofVirtual().start(() -> forward(outgoing, incoming));
      forward(incoming, outgoing);
      back.join();
    } catch (IOException _) {
      // The target refuses connections, and so does the link.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      abort(incoming);
      abort(outgoing);
      sockets.remove(incoming);
      sockets.remove(outgoing);
    }
  }

  /** Forwards one direction until it ends; its end is also lost while the link is cut. */
  private void forward(Socket from, Socket to) {
    try {
      try {
        copy(from.getInputStream(), to.getOutputStream());
        awaitMended();
        to.shutdownOutput();
      } catch (IOException _) {
        awaitMended();
        abort(from);
        abort(to);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void copy(InputStream from, OutputStream to) throws IOException, InterruptedException {
    var buffer = new byte[BUFFER_BYTES];
    int read;
    while ((read = from.read(buffer)) >= 0) {
      awaitMended();
      to.write(buffer, 0, read);
    }
  }

  private static void abort(Socket socket) {
    try {
      if (!socket.isClosed()) {
        socket.setSoLinger(true, 0); // reset, as when the network refuses it
        socket.close();
      }
    } catch (IOException _) {
      // It is closed already.
    }
  }
}

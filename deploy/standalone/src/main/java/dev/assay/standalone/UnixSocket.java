package dev.assay.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Unix socket with the face of a {@link Socket}, as far as the PostgreSQL driver uses one; Java
 * has only the channel. One thread reads and one writes; any may close it.
 */
final class UnixSocket extends Socket {
  private final Path path;
  private final LongSupplier nanoTime;
  private @Nullable Connection connection;
  private volatile boolean closed;
  private volatile int timeoutMillis;

  UnixSocket(Path path) {
    this(path, System::nanoTime);
  }

  UnixSocket(Path path, LongSupplier nanoTime) {
    this.path = path;
    this.nanoTime = nanoTime;
  }

  @Override
  public void connect(SocketAddress ignored) throws IOException {
    connect(ignored, 0);
  }

  @Override
  public void connect(SocketAddress ignored, int timeout) throws IOException {
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      // Waits, whatever the time-out, while the server's queue of connections is full.
      channel.connect(UnixDomainSocketAddress.of(path));
      channel.configureBlocking(false);
      connection = new Connection(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw new SocketException("no connection to " + path + ": " + e.getMessage(), e);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    var open = connection();
    return new InputStream() {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return length == 0 ? 0 : open.read(ByteBuffer.wrap(bytes, offset, length), timeoutMillis);
      }

      @Override
      public void close() throws IOException {
        UnixSocket.this.close();
      }
    };
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    var open = connection();
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        open.write(ByteBuffer.wrap(bytes, offset, length), timeoutMillis);
      }

      @Override
      public void close() throws IOException {
        UnixSocket.this.close();
      }
    };
  }

  private Connection connection() throws SocketException {
    var open = connection;
    if (open == null) {
      throw new SocketException("not connected");
    }
    return open;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    var open = connection;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public boolean isConnected() {
    return connection != null;
  }

  /** Milliseconds that a read waits, and a write that makes no progress; 0 for ever. */
  @Override
  public void setSoTimeout(int timeout) {
    timeoutMillis = timeout;
  }

  @Override
  public int getSoTimeout() {
    return timeoutMillis;
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    try {
      return connection().channel.getOption(StandardSocketOptions.SO_SNDBUF);
    } catch (IOException e) {
      throw new SocketException("its buffer is not known", e);
    }
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    try {
      return connection().channel.getOption(StandardSocketOptions.SO_RCVBUF);
    } catch (IOException e) {
      throw new SocketException("its buffer is not known", e);
    }
  }

  @Override
  public void setTcpNoDelay(boolean on) {
    // there is no TCP
  }

  @Override
  public void setKeepAlive(boolean on) {
    // the kernel knows when the other end is gone
  }

  /** The channel, and what waits for it. */
  private final class Connection {
    private final SocketChannel channel;
    private final Selector readable = Selector.open();
    private final Selector writable = Selector.open();

    Connection(SocketChannel channel) throws IOException {
      this.channel = channel;
      channel.register(readable, SelectionKey.OP_READ);
      channel.register(writable, SelectionKey.OP_WRITE);
    }

    int read(ByteBuffer into, int timeoutMillis) throws IOException {
      var begun = nanoTime.getAsLong();
      int count = channel.read(into);
      while (count == 0) {
        await(readable, begun, timeoutMillis, "Read timed out");
        count = channel.read(into);
      }
      return count;
    }

    void write(ByteBuffer from, int timeoutMillis) throws IOException {
      var progress = nanoTime.getAsLong();
      while (from.hasRemaining()) {
        if (channel.write(from) > 0) {
          progress = nanoTime.getAsLong();
        } else {
          await(writable, progress, timeoutMillis, "Write timed out");
        }
      }
    }

    private void await(Selector ready, long since, int timeoutMillis, String late)
        throws IOException {
      var waited = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - since);
      if (timeoutMillis > 0 && waited >= timeoutMillis) {
        throw new SocketTimeoutException(late);
      }
      try {
        ready.select(_ -> {}, timeoutMillis == 0 ? 0 : timeoutMillis - waited);
      } catch (ClosedSelectorException _) {
        throw new SocketException("Socket closed");
      }
      if (Thread.currentThread().isInterrupted()) { // as sockets of Java do on virtual threads
        UnixSocket.this.close();
        throw new SocketException("Closed by interrupt");
      }
    }

    void close() throws IOException {
      channel.close();
      readable.close();
      writable.close();
    }
  }
}

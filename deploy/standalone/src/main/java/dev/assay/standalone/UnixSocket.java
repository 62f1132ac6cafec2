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
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Socket} over a Unix domain socket, with the methods that the PostgreSQL driver uses;
 * Java offers Unix domain sockets only as channels. One thread may read while another writes; any
 * thread may close it. A read or a write that times out also closes it.
 */
final class UnixSocket extends Socket {
  private static final int CHUNK_BYTES = 64 * 1024;

  private final Path path;
  private final LongSupplier nanoTime;
  private volatile @Nullable Connection connection;
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
      // Ignores the timeout: blocks while the server's queue of connections is full.
      channel.connect(UnixDomainSocketAddress.of(path));
      connection = new Connection(channel);
      SocketTimeouts.watch(this);
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
        var oneByte = new byte[1];
        return read(oneByte, 0, 1) < 0 ? -1 : oneByte[0] & 0xff;
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
        open.write(bytes, offset, length, timeoutMillis);
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
    SocketTimeouts.forget(this);
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

  /**
   * Sets how many milliseconds a read may wait, and a write may make no progress; 0 means no
   * timeout.
   */
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
      throw new SocketException("cannot read the buffer size of the socket", e);
    }
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    try {
      return connection().channel.getOption(StandardSocketOptions.SO_RCVBUF);
    } catch (IOException e) {
      throw new SocketException("cannot read the buffer size of the socket", e);
    }
  }

  @Override
  public void setTcpNoDelay(boolean on) {
    // does not apply: there is no TCP
  }

  @Override
  public void setKeepAlive(boolean on) {
    // not needed: the kernel reports when the peer is gone
  }

  /** Closes the connection if a read or a write has exceeded its timeout. */
  void closeWhenLate() throws IOException {
    var open = connection;
    if (open != null) {
      open.closeWhenLate(nanoTime.getAsLong());
    }
  }

  /**
   * A read or a write in progress.
   *
   * @param since start in nanoseconds of the clock
   * @param limitMillis its timeout; 0 means none
   */
  private record Wait(long since, int limitMillis) {
    boolean isLate(long now) {
      return limitMillis > 0 && now - since >= TimeUnit.MILLISECONDS.toNanos(limitMillis);
    }
  }

  /**
   * The channel and the read and write in progress on it. The channel is in blocking mode, because
   * that is the cheapest for virtual threads; therefore {@link SocketTimeouts} enforces the
   * timeouts.
   */
  private final class Connection {
    private final SocketChannel channel;
    private volatile @Nullable Wait reading;
    private volatile @Nullable Wait writing;
    private volatile boolean late;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    int read(ByteBuffer into, int timeoutMillis) throws IOException {
      reading = new Wait(nanoTime.getAsLong(), timeoutMillis);
      try {
        return channel.read(into);
      } catch (ClosedChannelException e) {
        throw reason(e, "Read timed out");
      } finally {
        reading = null;
      }
    }

    /**
     * Writes in chunks; each chunk that the server accepts counts as progress and restarts the
     * timeout.
     */
    void write(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
      try {
        for (int start = 0; start < length; start += CHUNK_BYTES) {
          writing = new Wait(nanoTime.getAsLong(), timeoutMillis);
          var chunk = ByteBuffer.wrap(bytes, offset + start, Math.min(CHUNK_BYTES, length - start));
          while (chunk.hasRemaining()) {
            channel.write(chunk);
          }
        }
      } catch (ClosedChannelException e) {
        throw reason(e, "Write timed out");
      } finally {
        writing = null;
      }
    }

    private IOException reason(ClosedChannelException closed, String timedOut) throws IOException {
      if (closed instanceof ClosedByInterruptException) { // as sockets do on virtual threads
        UnixSocket.this.close();
        return new SocketException("Closed by interrupt");
      }
      return late ? new SocketTimeoutException(timedOut) : new SocketException("Socket closed");
    }

    void closeWhenLate(long now) throws IOException {
      if (isLate(reading, now) || isLate(writing, now)) {
        late = true;
        UnixSocket.this.close();
      }
    }

    private static boolean isLate(@Nullable Wait wait, long now) {
      return wait != null && wait.isLate(now);
    }

    void close() throws IOException {
      channel.close();
    }
  }
}

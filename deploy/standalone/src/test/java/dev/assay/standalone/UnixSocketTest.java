package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** What a server that stands still, an interrupt and a close from elsewhere do to it. */
@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnixSocketTest {
  private static final int MORE_THAN_THE_BUFFERS = 8_000_000;

  private final ServerSocketChannel server;
  private final UnixSocket socket;
  private final SocketChannel peer;
  private long nanoTime;
  private boolean reads;

  UnixSocketTest(@TempDir Path folder) throws IOException {
    var path = folder.resolve("socket");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    socket = new UnixSocket(path, this::passTime);
    socket.connect(new InetSocketAddress(0));
    peer = server.accept();
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    peer.close();
    server.close();
  }

  @Test
  void a_write_that_makes_no_progress_ends_at_its_time_limit() {
    socket.setSoTimeout(200);

    assertThatThrownBy(() -> socket.getOutputStream().write(new byte[MORE_THAN_THE_BUFFERS]))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("Write timed out");
  }

  @Test
  void a_write_that_makes_progress_may_take_longer_than_that() throws Exception {
    peer.configureBlocking(false);
    socket.setSoTimeout(400);

    socket.getOutputStream().write(new byte[MORE_THAN_THE_BUFFERS]);

    assertThat(nanoTime).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(3 * 400));
  }

  /** 150 ms later each time; every second time, when a write waits, the other end reads. */
  private long passTime() {
    nanoTime += TimeUnit.MILLISECONDS.toNanos(150);
    reads = !reads;
    try {
      while (!peer.isBlocking() && reads && peer.read(ByteBuffer.allocate(1_000_000)) > 0) {
        // until there is nothing
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return nanoTime;
  }

  @Test
  void an_interrupt_closes_it() throws Exception {
    var failure = new AtomicReference<Throwable>();
    var reader = Thread.ofPlatform().start(() -> failure.set(failureOfRead()));
    await().until(() -> reader.getState() != Thread.State.NEW);
    reader.interrupt();
    reader.join();

    assertThat(failure.get()).isInstanceOf(SocketException.class).hasMessage("Closed by interrupt");
    assertThat(socket.isClosed()).isTrue();
  }

  @Test
  void a_close_by_another_thread_ends_a_read_as_io_does() throws Exception {
    var failure = new AtomicReference<Throwable>();
    var reader = Thread.ofPlatform().start(() -> failure.set(failureOfRead()));
    await().until(() -> reader.getState() == Thread.State.RUNNABLE);
    socket.close();
    reader.join();

    assertThat(failure.get()).isInstanceOf(IOException.class);
  }

  private Throwable failureOfRead() {
    try {
      return new AssertionError("it has read " + socket.getInputStream().read());
    } catch (IOException | RuntimeException e) {
      return e;
    }
  }
}

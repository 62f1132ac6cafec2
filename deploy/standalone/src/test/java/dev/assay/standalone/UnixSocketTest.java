package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests how the socket reacts to a server that hangs, to an interrupt and to a close by another
 * thread.
 */
@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnixSocketTest {
  private static final int MORE_THAN_THE_BUFFERS = 8_000_000;

  private final ServerSocketChannel server;
  private final UnixSocket socket;
  private final SocketChannel peer;
  private final AtomicLong nanoTime = new AtomicLong();

  UnixSocketTest(@TempDir Path folder) throws IOException {
    var path = folder.resolve("socket");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    socket = new UnixSocket(path, nanoTime::get);
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
  void a_read_ends_at_its_time_limit() {
    socket.setSoTimeout(200);
    var failure = inBackground(() -> socket.getInputStream().read());

    assertThat(afterTime(failure))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("Read timed out");
    assertThat(socket.isClosed()).isTrue();
  }

  @Test
  void a_write_that_makes_no_progress_ends_at_its_time_limit() {
    socket.setSoTimeout(200);
    var failure = inBackground(() -> write(MORE_THAN_THE_BUFFERS));

    assertThat(afterTime(failure))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("Write timed out");
  }

  @Test
  void a_write_that_makes_progress_may_take_longer_than_that() throws Exception {
    socket.setSoTimeout(400);
    var failure = inBackground(() -> write(MORE_THAN_THE_BUFFERS));

    var into = ByteBuffer.allocate(MORE_THAN_THE_BUFFERS);
    while (into.position() < into.capacity()) {
      // At most a tenth each time, which is more than the buffers hold: the writer must go on.
      into.limit(Math.min(into.capacity(), into.position() + into.capacity() / 10));
      peer.configureBlocking(true);
      peer.read(into); // waits for the bytes written since the last iteration
      peer.configureBlocking(false);
      while (peer.read(into) > 0) {
        // until the buffer is empty or the tenth is read
      }
      pass(150);
    }

    assertThat(failure.join()).isNull();
    assertThat(nanoTime).hasValueGreaterThan(TimeUnit.MILLISECONDS.toNanos(3 * 400));
  }

  @Test
  void what_was_read_and_written_in_time_leaves_it_open() throws Exception {
    socket.setSoTimeout(200);
    write(10);
    peer.write(ByteBuffer.wrap(new byte[1]));
    assertThat(socket.getInputStream().read()).isZero();
    pass(200);
    socket.closeWhenLate();

    assertThat(socket.isClosed()).isFalse();
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

  private void pass(int millis) {
    nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private @Nullable Throwable afterTime(CompletableFuture<@Nullable Throwable> failure) {
    await()
        .until(
            () -> {
              pass(200); // repeated, because the thread may not have begun to wait
              return failure.isDone();
            });
    return failure.join();
  }

  private int write(int length) throws IOException {
    socket.getOutputStream().write(new byte[length]);
    return length;
  }

  /**
   * Runs {@code work} on a virtual thread, as requests do; completes with what it threw, or null.
   */
  private static CompletableFuture<@Nullable Throwable> inBackground(Callable<Integer> work) {
    var failure = new CompletableFuture<@Nullable Throwable>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                work.call();
                failure.complete(null);
              } catch (Exception e) {
                failure.complete(e);
              }
            });
    return failure;
  }

  private Throwable failureOfRead() {
    try {
      return new AssertionError("it has read " + socket.getInputStream().read());
    } catch (IOException | RuntimeException e) {
      return e;
    }
  }
}

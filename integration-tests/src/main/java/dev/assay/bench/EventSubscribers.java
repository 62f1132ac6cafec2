package dev.assay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many clients of {@code GET /v1/events}, served by one thread, so that they take little of the
 * machine that is measured. Events are counted for some of them only.
 */
final class EventSubscribers implements AutoCloseable {
  private static final byte[] EVENT = "event: stage".getBytes(StandardCharsets.US_ASCII);
  private static final int COUNTED = 10;

  private final Selector selector;
  private final Thread reader;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final List<Stream> counted;
  private volatile boolean closing;

  /** What one client has got. */
  private static final class Stream {
    private final boolean counts;
    private final AtomicLong events = new AtomicLong();
    private boolean begun;
    private int matched;

    Stream(boolean counts) {
      this.counts = counts;
    }

    void read(ByteBuffer buffer) {
      while (counts && buffer.hasRemaining()) {
        var next = buffer.get();
        matched = next == EVENT[matched] ? matched + 1 : next == EVENT[0] ? 1 : 0;
        if (matched == EVENT.length) {
          events.incrementAndGet();
          matched = 0;
        }
      }
    }
  }

  /** Connects {@code number} clients, which want what {@code query} says. */
  EventSubscribers(URI api, int number, String query) {
    try {
      selector = Selector.open();
      var request =
          "GET /v1/events%s HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\n\r\n"
              .formatted(query, api.getAuthority())
              .getBytes(StandardCharsets.US_ASCII);
      var all = new ArrayList<Stream>();
      for (var i = 0; i < number; i++) {
        var channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(new InetSocketAddress(api.getHost(), api.getPort()));
        channel.write(ByteBuffer.wrap(request));
        channel.configureBlocking(false);
        var stream = new Stream(i < COUNTED);
        all.add(stream);
        channel.register(selector, SelectionKey.OP_READ, stream);
      }
      counted = all.subList(0, Math.min(COUNTED, number));
    } catch (IOException e) {
      throw new UncheckedIOException("clients of events cannot connect", e);
    }
    reader = Thread.ofPlatform().daemon().name("event-subscribers").start(this::read);
  }

  private void read() {
    var buffer = ByteBuffer.allocateDirect(256 * 1024);
    try {
      while (!closing) {
        selector.select(
            key -> {
              try {
                read(key, buffer);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            100);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("clients of events cannot read", e);
    }
  }

  private void read(SelectionKey key, ByteBuffer buffer) throws IOException {
    var stream = (Stream) key.attachment();
    buffer.clear();
    var length = ((SocketChannel) key.channel()).read(buffer);
    if (length < 0) {
      key.cancel();
      ended.incrementAndGet();
      return;
    }
    if (!stream.begun) {
      stream.begun = true;
      begun.incrementAndGet();
    }
    bytes.addAndGet(length);
    stream.read(buffer.flip());
  }

  /** The number of clients that have got something: their streams have begun. */
  int begun() {
    return begun.get();
  }

  /** The number of streams that have ended. */
  int ended() {
    return ended.get();
  }

  /** Bytes that all clients have got. */
  long bytes() {
    return bytes.get();
  }

  /** The fewest and the most events that one of the counted clients has got. */
  long fewest() {
    return counted.stream().mapToLong(stream -> stream.events.get()).min().orElse(0);
  }

  long most() {
    return counted.stream().mapToLong(stream -> stream.events.get()).max().orElse(0);
  }

  @Override
  public void close() {
    closing = true;
    try {
      reader.join();
      for (var key : List.copyOf(selector.keys())) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("clients of events cannot be closed", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

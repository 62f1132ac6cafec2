package dev.assay.api.event;

import dev.assay.event.EventFilter;
import dev.assay.event.Place;
import io.netty.channel.Channel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One stream. It either catches up, written by a thread of its own that reads the database, or is
 * live, written on the event loop of its connection with what the feed has read for all. At most
 * one {@link Batch} waits for a client that does not read: such a stream leaves the feed and
 * catches up when the client reads on. Source: docs/decisions/0049.
 */
final class Subscriber {
  private static final int QUEUE = 16 * 1024;

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final EventFilter filter;
  private final Consumer<Subscriber> catchUp;
  private final long since = System.nanoTime();
  private final double share = ThreadLocalRandom.current().nextDouble();
  private volatile Place place;
  private volatile long writtenAt = since;
  private volatile long fullSince;
  private volatile boolean full;
  private volatile boolean live;
  private volatile boolean ended;

  /**
   * A stream of what follows {@code place}; nothing is written yet. {@code catchUp} is to write
   * what the feed has read without it.
   */
  Subscriber(
      HttpServerRequest request, EventFilter filter, Place place, Consumer<Subscriber> catchUp) {
    this.request = request;
    this.catchUp = catchUp;
    this.response = request.response();
    this.filter = filter;
    this.place = place;
    response.setWriteQueueMaxSize(QUEUE);
  }

  /** The client has everything that it wants up to here, or will get it. */
  Place place() {
    return place;
  }

  /** True while the feed writes to it. */
  boolean isLive() {
    return live;
  }

  void live(boolean now) {
    live = now;
  }

  boolean isEnded() {
    return ended || response.closed();
  }

  /** Nothing more is written. */
  void ended() {
    ended = true;
    live = false;
  }

  /** Runs its tasks in order, on the event loop of the connection. */
  Executor loop() {
    return channel().eventLoop();
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - since);
  }

  /** A random number of this stream, 0 to 1. */
  double share() {
    return share;
  }

  /** How long nothing was written. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - writtenAt);
  }

  /** How long the client has not read what was written; zero when it has. */
  Duration stall() {
    return full && response.writeQueueFull()
        ? Duration.ofNanos(System.nanoTime() - fullSince)
        : Duration.ZERO;
  }

  /**
   * Writes what it wants of the batch; false, and nothing is written, when the client has not read
   * what was written before.
   */
  boolean offer(Batch batch) {
    if (isFull()) {
      return false;
    }
    var text = batch.text(place, filter);
    if (text.length() > 0) {
      write(text);
    }
    reached(batch.end());
    return true;
  }

  /** Records that there is nothing up to {@code end} that the client still has to get. */
  void reached(Place end) {
    if (place.compareTo(end) < 0) {
      place = end;
    }
  }

  /** Tells that what was behind its place is not there any more, and goes on at {@code from}. */
  void skip(Place from) {
    write(EventText.gap(place, from));
    place = from;
  }

  void write(byte[] text) {
    write(Buffer.buffer(text));
  }

  /**
   * Synchronized with {@link #end}, which another thread may call: nothing is written behind it.
   */
  private synchronized void write(Buffer text) {
    if (!isEnded()) {
      writtenAt = System.nanoTime();
      var _ = response.write(text); // a failure closes the connection, which ends the stream
    }
  }

  /**
   * Writes a sign of life unless the client does not read; with the place when the stream is live:
   * else events behind it may have been written already. To be called on its event loop.
   */
  void heartbeat() {
    if (!isFull()) {
      write(live ? EventText.heartbeat(place) : EventText.comment());
    }
  }

  private boolean isFull() {
    var now = response.writeQueueFull();
    if (now && !full) {
      fullSince = System.nanoTime();
    }
    full = now;
    return now;
  }

  /** Has it catch up when the client has read what was written. To be called on its event loop. */
  void fellBehind() {
    response.drainHandler(
        _ -> {
          response.drainHandler(null);
          catchUp.accept(this);
        });
  }

  /** Waits until the client has read what was written, or the time is over. */
  void awaitRead(Duration limit) throws InterruptedException {
    if (isFull()) {
      var read = new CountDownLatch(1);
      response.drainHandler(_ -> read.countDown());
      if (response.writeQueueFull()) {
        var _ = read.await(limit.toNanos(), TimeUnit.NANOSECONDS);
      }
    }
  }

  /** Ends the response; the client may connect again. */
  synchronized void end() {
    ended();
    if (!response.closed() && !response.ended()) {
      var _ = response.end();
    }
  }

  /** Closes the connection without waiting for what the client does not read. */
  void cut() {
    ended();
    var front = channel().pipeline().firstContext();
    if (front != null) { // else it is closed already
      var _ = front.close();
    }
  }

  private Channel channel() {
    return ((ConnectionBase) request.connection()).channel();
  }
}

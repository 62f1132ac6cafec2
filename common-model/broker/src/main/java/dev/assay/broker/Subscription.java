package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Consumes one queue for as long as this process lives: when the queue was deleted, its consumer
 * cancelled, or channel or connection lost, it is declared and consumed again within about a
 * second. Each message has a virtual thread, and is settled when its handler has returned. No more
 * messages are held than are worked on, so that what one process cannot begin another does.
 */
public final class Subscription {
  private static final Logger LOG = Logger.getLogger(Subscription.class);
  private static final long RETRY_MILLIS = 1000;

  /** What to do with a message. */
  @FunctionalInterface
  public interface Handler {
    /** A RuntimeException counts as {@link Verdict#AGAIN}. */
    Verdict handle(Delivered message) throws IOException;
  }

  private final KeptConnection connection;
  private final Queue queue;
  private final int atOnce;
  private final Handler handler;
  private final Runnable listening;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("message-", 0).factory());
  private final Thread thread;
  private volatile boolean consuming;
  private volatile CountDownLatch ended = new CountDownLatch(1);
  private volatile Duration patience = Duration.ZERO;

  private Subscription(
      Broker broker, Queue queue, int atOnce, Handler handler, Runnable listening) {
    this.connection = broker.consuming();
    this.queue = queue;
    this.atOnce = atOnce;
    this.handler = handler;
    this.listening = listening;
    this.thread = Thread.ofVirtual().name("subscription").unstarted(this::run);
  }

  /** Consumes from now on; up to {@code atOnce} messages, 1 to 65535, are worked on at once. */
  public static Subscription start(Broker broker, Queue queue, int atOnce, Handler handler) {
    return started(new Subscription(broker, queue, atOnce, handler, () -> {}));
  }

  /**
   * Hears announcements from now on, one after the other.
   *
   * @param listening run whenever listening begins, also again: what was announced before was not
   *     heard, and is to be found by looking
   */
  public static Subscription announcements(Broker broker, Handler handler, Runnable listening) {
    return started(new Subscription(broker, Queue.ofAnnouncements(), 1, handler, listening));
  }

  private static Subscription started(Subscription subscription) {
    subscription.thread.start();
    return subscription;
  }

  /** True while the broker would hand messages to this process. */
  public boolean isConsuming() {
    return consuming;
  }

  /**
   * Takes nothing new from now on, and gives what is worked on this long to be finished; the rest
   * goes to others. Returns at once.
   */
  public void stop(Duration limit) {
    patience = limit;
    stopping.countDown();
    ended.countDown();
  }

  /** Waits until all that was worked on is finished or given up, after {@link #stop}. */
  public void awaitEnd() throws InterruptedException {
    thread.join();
  }

  private void run() {
    try {
      do {
        consume();
      } while (!stopping.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
      finishWork(); // begun on a channel that is lost
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      workers.shutdownNow();
    }
  }

  private void consume() throws InterruptedException {
    try {
      var channel = connection.channel();
      try {
        consume(channel);
      } finally {
        consuming = false;
        channel.abort();
      }
    } catch (Broker.NotReached e) {
      LOG.tracef("Waiting for the broker: %s", e.getMessage()); // told by the connection
    } catch (IOException | ShutdownSignalException e) {
      LOG.warnf("A queue cannot be consumed; it is tried again every second: %s", why(e));
    } catch (RuntimeException | Error e) { // ending here, this process would never hear again
      LOG.error("A queue cannot be consumed; it is tried again every second.", e);
    }
  }

  /** Until the queue, the channel or this process ends. */
  private void consume(Channel channel) throws IOException, InterruptedException {
    var lost = new CountDownLatch(1);
    ended = lost;
    channel.addShutdownListener(_ -> lost.countDown());
    var name = queue.declare(channel);
    channel.basicQos(atOnce);
    var tag =
        channel.basicConsume(
            name,
            false,
            (_, delivery) -> workers.execute(() -> work(channel, delivery)),
            _ -> lost.countDown());
    consuming = true;
    listening.run();
    if (stopping.getCount() > 0) {
      lost.await();
    }
    if (stopping.getCount() == 0 && channel.isOpen()) {
      finish(channel, tag);
    } else if (channel.isOpen()) {
      LOG.warnf("Queue %s was deleted; it is made again.", name);
    }
  }

  private void finish(Channel channel, String tag) throws IOException, InterruptedException {
    consuming = false;
    channel.basicCancel(tag);
    finishWork();
  }

  private void finishWork() throws InterruptedException {
    workers.shutdown();
    if (!workers.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn("Stopping with messages unfinished: the broker gives them to another process.");
    }
  }

  private void work(Channel channel, Delivery delivery) {
    var message = new Delivered(channel, delivery);
    try {
      var verdict = handler.handle(message);
      if (verdict == Verdict.AGAIN) {
        pause();
      }
      message.settle(verdict);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debugf("The broker gives the message to others: %s", why(e));
    } catch (RuntimeException | Error e) {
      LOG.error("A message could not be handled; it is tried again.", e);
      giveBack(message);
    }
  }

  private void giveBack(Delivered message) {
    try {
      pause();
      message.settle(Verdict.AGAIN);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debugf("The broker gives the message to others: %s", why(e));
    }
  }

  /** Keeps a broken database from being asked thousands of times a second. */
  private void pause() {
    try {
      var _ = stopping.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String why(Exception e) {
    return e.getCause() == null ? e.toString() : e.getCause().toString();
  }
}

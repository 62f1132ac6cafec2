package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.time.RepeatedMessages;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Consumes one queue for as long as this process lives: when the queue was deleted, its consumer
 * cancelled, or channel or connection lost, it is declared and consumed again within about a
 * second. Each message has a virtual thread, and is settled when its handler has returned. No more
 * messages are taken than may be worked on, so that what one process cannot begin another does.
 * Messages of a lost channel that are still worked on count: those of its successor wait for them.
 */
public final class Subscription {
  private static final Logger LOG = Logger.getLogger(Subscription.class);
  private static final long RETRY_MILLIS = 1000;

  /** What to do with a message. */
  @FunctionalInterface
  public interface Handler {
    /** An exception counts as {@link HandlingResult#AGAIN}. */
    HandlingResult handle(ReceivedMessage message) throws IOException;
  }

  private final Broker broker;
  private final Queue queue;
  private final int atOnce;
  private final Semaphore places;
  private final Handler handler;
  private final Runnable listening;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("message-", 0).factory());
  private final Thread thread;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile boolean consuming;
  private volatile CountDownLatch ended = new CountDownLatch(1);
  private volatile long deadline;

  private Subscription(
      Broker broker, Queue queue, int atOnce, Handler handler, Runnable listening) {
    this.broker = broker;
    this.queue = queue;
    this.atOnce = atOnce;
    this.places = new Semaphore(atOnce, true);
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
    deadline = System.nanoTime() + limit.toNanos();
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
      if (!finishWork()) { // what was begun on a channel that is lost is waited for as well
        LOG.warnf(
            "Stopping with messages of queue %s unfinished: the broker gives them to another process.",
            queue);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      workers.shutdownNow();
    }
  }

  private void consume() throws InterruptedException {
    try {
      var channel = broker.consuming().channel();
      try {
        consume(channel);
      } finally {
        consuming = false;
        channel.abort();
      }
    } catch (Broker.NotReached e) {
      LOG.tracef("Waiting for the broker: %s", e.getMessage()); // told by the connection
    } catch (IOException | ShutdownSignalException e) {
      complain("cannot be consumed, which is tried again every second: " + why(e));
    } catch (RuntimeException | Error e) { // ending here, this process would never hear again
      if (repeated.isDue(e.toString())) {
        LOG.errorf(e, "Queue %s cannot be consumed; it is tried again every second.", queue);
      }
    }
  }

  private void complain(String what) {
    if (repeated.isDue(what)) {
      LOG.warnf("Queue %s %s.", queue, what);
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
            name, false, (_, delivery) -> begin(channel, delivery), _ -> lost.countDown());
    consuming = true;
    listening.run();
    if (!isStopping()) {
      lost.await();
    }
    if (isStopping() && channel.isOpen()) {
      finish(channel, tag);
    } else if (channel.isOpen()) {
      complain("was deleted, and is made again within about a second");
    } else if (!channel.isOpen() && !channel.getCloseReason().isHardError()) {
      // A lost connection is told when there is no other.
      complain(
          "is consumed again soon, as the broker closed the channel: "
              + channel.getCloseReason().getReason());
    }
  }

  private void finish(Channel channel, String tag) throws IOException, InterruptedException {
    consuming = false;
    channel.basicCancel(tag);
    finishWork();
  }

  /** False when the time to finish is over before all is finished. */
  private boolean finishWork() throws InterruptedException {
    workers.shutdown();
    return workers.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private void begin(Channel channel, Delivery delivery) {
    try {
      workers.execute(() -> workInTurn(channel, delivery));
    } catch (RejectedExecutionException _) { // an exception here would cost the channel
      settle(new ReceivedMessage(broker, channel, delivery), HandlingResult.AGAIN);
    }
  }

  /** What is not begun when this process stops goes to others at once. */
  private void workInTurn(Channel channel, Delivery delivery) {
    var message = new ReceivedMessage(broker, channel, delivery);
    try {
      while (!places.tryAcquire(RETRY_MILLIS, TimeUnit.MILLISECONDS)) {
        if (!channel.isOpen()) {
          return;
        }
        if (isStopping()) {
          settle(message, HandlingResult.AGAIN);
          return;
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      if (isStopping()) {
        settle(message, HandlingResult.AGAIN);
      } else if (channel.isOpen()) {
        work(message);
      }
    } finally {
      places.release();
    }
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private void work(ReceivedMessage message) {
    var verdict = verdict(message);
    if (verdict == HandlingResult.AGAIN) {
      pause();
    }
    settle(message, verdict);
  }

  private void settle(ReceivedMessage message, HandlingResult verdict) {
    try {
      message.settle(verdict);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debugf("The broker gives the message to others: %s", why(e));
    }
  }

  private HandlingResult verdict(ReceivedMessage message) {
    try {
      return handler.handle(message);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debugf("A message of queue %s is tried again: %s", queue, why(e));
    } catch (RuntimeException | Error e) {
      LOG.errorf(e, "A message of queue %s could not be handled; it is tried again.", queue);
    }
    return HandlingResult.AGAIN;
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

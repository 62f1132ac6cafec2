package dev.assay.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.liveness.CrashPoint;
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
 * cancelled, or channel or connection lost, it declares and consumes the queue again within about a
 * second. Each message is handled on a virtual thread, and acknowledged or rejected when its
 * handler has returned. The prefetch limit of commands is the number of messages that may be
 * handled at once, so that other processes get the rest. Messages of a lost channel that are still
 * being handled count: those of the new channel wait for them.
 */
public final class Subscription {
  private static final Logger LOG = Logger.getLogger(Subscription.class);
  private static final long RETRY_MILLIS = 1000;

  /** So that announcements need not wait for the broker to learn that the one before is done. */
  private static final int ANNOUNCEMENTS_AHEAD = 500;

  /** Handles one message. */
  @FunctionalInterface
  public interface Handler {
    /** An exception counts as {@link HandlingResult#AGAIN}. */
    HandlingResult handle(ReceivedMessage message) throws IOException;
  }

  private final Broker broker;
  private final Queue queue;
  private final int prefetch;
  private final Semaphore slots;
  private final Handler handler;
  private final Runnable listening;
  private final Runnable lost;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ExecutorService workers;
  private final Thread thread;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile boolean consuming;
  private volatile CountDownLatch ended = new CountDownLatch(1);
  private volatile long deadline;

  private Subscription(
      Broker broker,
      Queue queue,
      int prefetch,
      int atOnce,
      Handler handler,
      Runnable listening,
      Runnable lost) {
    this.broker = broker;
    this.queue = queue;
    this.prefetch = prefetch;
    this.slots = new Semaphore(atOnce, true);
    // One thread for one at once keeps the order.
    var threads = Thread.ofVirtual().name("message-", 0).factory();
    this.workers =
        atOnce == 1
            ? Executors.newSingleThreadExecutor(threads)
            : Executors.newThreadPerTaskExecutor(threads);
    this.handler = handler;
    this.listening = listening;
    this.lost = lost;
    this.thread = Thread.ofVirtual().name("subscription").unstarted(this::run);
  }

  /** Starts consuming; up to {@code atOnce} messages, 1 to 65535, are handled at once. */
  public static Subscription start(Broker broker, Queue queue, int atOnce, Handler handler) {
    return started(new Subscription(broker, queue, atOnce, atOnce, handler, () -> {}, () -> {}));
  }

  /**
   * Starts consuming announcements, one after the other.
   *
   * @param listening runs whenever consuming begins, also again after a loss: earlier announcements
   *     may have been missed, and their changes must be found by polling
   * @param lost runs whenever consuming has ended without being stopped
   */
  static Subscription announcements(
      Broker broker, Handler handler, Runnable listening, Runnable lost) {
    return started(
        new Subscription(
            broker, Queue.ofAnnouncements(), ANNOUNCEMENTS_AHEAD, 1, handler, listening, lost));
  }

  private static Subscription started(Subscription subscription) {
    subscription.thread.start();
    return subscription;
  }

  /** True while this process is registered as a consumer. */
  public boolean isConsuming() {
    return consuming;
  }

  /**
   * Stops taking messages, and allows {@code limit} for those being handled to finish; the rest
   * goes to other consumers. Returns at once.
   */
  public void stop(Duration limit) {
    deadline = System.nanoTime() + limit.toNanos();
    stopping.countDown();
    ended.countDown();
  }

  /**
   * Waits after {@link #stop} until all messages being handled are finished or the limit has
   * passed.
   */
  public void awaitEnd() throws InterruptedException {
    thread.join();
  }

  private void run() {
    try {
      do {
        consume();
      } while (!stopping.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
      if (!finishWork()) { // also waits for messages of a lost channel
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
        if (consuming) {
          consuming = false;
          lost.run();
        }
        channel.abort();
      }
    } catch (Broker.NotReached e) {
      LOG.tracef("Waiting for the broker: %s", e.getMessage()); // logged by the connection
    } catch (IOException | ShutdownSignalException e) {
      if (isConnectionLost(e)) {
        LOG.debugf("Queue %s is consumed again when the broker is reached: %s", queue, reason(e));
      } else {
        warnSometimes("cannot be consumed, which is tried again every second: " + reason(e));
      }
    } catch (RuntimeException | Error e) { // else this process would never consume again
      if (repeated.isDue(e.toString())) {
        LOG.errorf(e, "Queue %s cannot be consumed; it is tried again every second.", queue);
      }
    }
  }

  private void warnSometimes(String what) {
    if (repeated.isDue(what)) {
      LOG.warnf("Queue %s %s.", queue, what);
    }
  }

  /** Consumes until the queue, the channel or this process ends. */
  private void consume(Channel channel) throws IOException, InterruptedException {
    var end = new CountDownLatch(1);
    ended = end;
    channel.addShutdownListener(_ -> end.countDown());
    var name = queue.declare(channel);
    channel.basicQos(prefetch);
    var tag =
        channel.basicConsume(
            name, false, (_, delivery) -> begin(channel, delivery), _ -> end.countDown());
    consuming = true;
    listening.run();
    if (!isStopping()) {
      end.await();
    }
    if (isStopping() && channel.isOpen()) {
      finish(channel, tag);
    } else if (channel.isOpen()) {
      warnSometimes("was deleted, and is made again within about a second");
    } else if (!channel.isOpen() && !channel.getCloseReason().isHardError()) {
      // A lost connection is logged when it cannot be opened again.
      warnSometimes(
          "is consumed again soon, as the broker closed the channel: "
              + channel.getCloseReason().getReason());
    }
  }

  private void finish(Channel channel, String tag) throws IOException, InterruptedException {
    consuming = false;
    channel.basicCancel(tag);
    finishWork();
  }

  /** Waits for the handlers; false when the time limit passes first. */
  private boolean finishWork() throws InterruptedException {
    workers.shutdown();
    return workers.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private void begin(Channel channel, Delivery delivery) {
    try {
      workers.execute(() -> handleWhenSlotFree(channel, delivery));
    } catch (RejectedExecutionException _) { // an exception here would close the channel
      settle(new ReceivedMessage(broker, channel, delivery), HandlingResult.AGAIN);
    }
  }

  /**
   * Handles a message when a slot is free. Messages not begun when this process stops are requeued
   * at once.
   */
  private void handleWhenSlotFree(Channel channel, Delivery delivery) {
    var message = new ReceivedMessage(broker, channel, delivery);
    try {
      while (!slots.tryAcquire(RETRY_MILLIS, TimeUnit.MILLISECONDS)) {
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
      slots.release();
    }
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private void work(ReceivedMessage message) {
    var result = result(message);
    if (result == HandlingResult.AGAIN) {
      pause();
    }
    settle(message, result);
  }

  private void settle(ReceivedMessage message, HandlingResult result) {
    try {
      message.settle(result);
      CrashPoint.ACKNOWLEDGED.reached(message::text);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debugf("The broker gives the message to others: %s", reason(e));
    }
  }

  private HandlingResult result(ReceivedMessage message) {
    try {
      return handler.handle(message);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debugf("A message of queue %s is tried again: %s", queue, reason(e));
    } catch (RuntimeException | Error e) {
      LOG.errorf(e, "A message of queue %s could not be handled; it is tried again.", queue);
    }
    return HandlingResult.AGAIN;
  }

  /** Keeps failing messages from querying a broken database thousands of times a second. */
  private void pause() {
    try {
      var _ = stopping.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * True for an outage of the broker, which is logged when the connection cannot be opened again.
   */
  private static boolean isConnectionLost(Exception e) {
    var signal = e instanceof ShutdownSignalException ? e : e.getCause();
    return signal instanceof ShutdownSignalException shutdown && shutdown.isHardError();
  }

  private static String reason(Exception e) {
    return e.getCause() == null ? e.toString() : e.getCause().toString();
  }
}

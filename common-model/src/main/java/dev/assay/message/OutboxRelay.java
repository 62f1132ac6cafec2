package dev.assay.message;

import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.message.Outbox.Destination;
import dev.assay.message.Outbox.Row;
import dev.assay.time.RepeatedMessages;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends committed outbox messages: those written by this process at once, those left by others by
 * polling. One thread per process keeps track of messages in flight. It runs in processes that have
 * a {@link MessageTransport}. Several relays may run; they skip each other's rows.
 */
@ApplicationScoped
public class OutboxRelay implements Outbox.Relay {
  private static final Logger LOG = Logger.getLogger(OutboxRelay.class);
  private static final int BATCH = 128;

  /**
   * Transactions per iteration: three kinds of results, the renewal, and due rows for each
   * destination.
   */
  private static final int TRANSACTIONS = 4 + Destination.values().length;

  /** How long one of them may take, by the time limits of the database. */
  private static final Duration TRANSACTION_LIMIT = Duration.ofSeconds(45);

  private static final Duration ITERATION_LIMIT = TRANSACTION_LIMIT.multipliedBy(TRANSACTIONS);

  /** How long results of deliveries are collected to be written together. */
  private static final Duration COLLECT_TIME = Duration.ofMillis(20);

  private final Outbox outbox;
  private final OutboxConfig config;
  private final Instance<MessageTransport> transport;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final Counter sent;
  private final Counter failed;
  private final Counter returned;
  private final Semaphore ended = new Semaphore(0);
  private final Map<Destination, Set<Long>> inFlight =
      Stream.of(Destination.values())
          .collect(Collectors.toUnmodifiableMap(to -> to, _ -> ConcurrentHashMap.newKeySet()));
  private final Queue<Long> safe = new ConcurrentLinkedQueue<>();
  private final Queue<Long> refused = new ConcurrentLinkedQueue<>();
  private final Queue<Long> withoutReceiver = new ConcurrentLinkedQueue<>();
  private final RepeatedMessages repeated = new RepeatedMessages();
  private final ExecutorService senders =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("outbox-", 0).factory());

  /**
   * Sends announcements: a platform thread, which runs within milliseconds also when every carrier
   * of virtual threads is busy with requests.
   */
  private final ExecutorService announcer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform()
              .daemon()
              .name("announcer")
              .inheritInheritableThreadLocals(false) // else the log names the command that began it
              .factory());

  private volatile boolean running = true;
  private volatile boolean backlog;
  private @Nullable Thread thread;

  OutboxRelay(
      Outbox outbox,
      OutboxConfig config,
      Instance<MessageTransport> transport,
      DatabaseOutage outage,
      MeterRegistry metrics,
      Loops loops) {
    this.outbox = outbox;
    this.config = config;
    this.transport = transport;
    this.outage = outage;
    this.loops = loops;
    this.sent = counter(metrics, "assay.outbox.sent", "Messages that the transport has safely");
    this.failed = counter(metrics, "assay.outbox.failed", "Attempts to send that failed");
    this.returned =
        counter(metrics, "assay.outbox.returned", "Failed attempts because nobody receives them");
  }

  private static Counter counter(MeterRegistry metrics, String name, String about) {
    return Counter.builder(name).description(about).register(metrics);
  }

  void start(@Observes @Priority(5000) StartupEvent started) {
    if (!transport.isUnsatisfied()) {
      outbox.relayedBy(this);
      thread = Thread.ofVirtual().name("outbox-relay").start(this::run);
    }
  }

  /**
   * Runs after components that finish work in progress, so that their messages are still delivered.
   */
  void stop(@Observes @Priority(5000) ShutdownEvent stopped) throws InterruptedException {
    running = false;
    ended.release();
    if (thread != null) {
      thread.join(config.pollInterval().plusSeconds(5));
    }
  }

  @Override
  public boolean hasRoom(Destination destination) {
    if (room(destination) > 0) {
      return true;
    }
    backlog = true;
    return false;
  }

  private int room(Destination destination) {
    return Math.min(
        config.inFlight() - inFlight(destination).size(), transport.get().room(destination));
  }

  /**
   * Messages in flight, counted per destination: inspections that start slowly must not delay
   * callbacks.
   */
  private Set<Long> inFlight(Destination destination) {
    return Objects.requireNonNull(inFlight.get(destination));
  }

  /**
   * Sends on a new thread, because the context of the sender, for instance a request, must not be
   * inherited.
   */
  @Override
  public void carry(Row row) {
    inFlight(row.destination()).add(row.id());
    var sender =
        switch (row.destination()) {
          case CONDUCTORS, STARTS -> senders;
          case EVERYONE -> announcer;
        };
    sender.execute(() -> deliver(row));
  }

  private void deliver(Row row) {
    try {
      transport.get().deliver(row).whenComplete((_, failure) -> ended(row, failure));
    } catch (RuntimeException | Error e) { // else it would count as in flight for ever
      ended(row, e);
    }
  }

  private void ended(Row row, @Nullable Throwable failure) {
    inFlight(row.destination()).remove(row.id());
    if (failure == null) {
      sent.increment();
      safe.add(row.id());
    } else {
      failed.increment();
      if (failure instanceof MessageTransport.NobodyTakes) {
        returned.increment();
        withoutReceiver.add(row.id());
        warnSometimes(String.valueOf(failure.getMessage()));
      } else {
        refused.add(row.id());
      }
      LOG.debugf("Message %d is not delivered: %s", row.id(), failure.getMessage());
    }
    ended.release();
  }

  /** Logs the same sentence at most once a minute. */
  private void warnSometimes(String sentence) {
    if (repeated.isDue(sentence)) {
      LOG.warnf("Messages wait in the outbox: %s", sentence);
    }
  }

  private void run() {
    var poll = new Timer(config.pollInterval());
    var renewal = new Timer(config.redeliverAfter().dividedBy(3));
    var loop = loops.add("outbox-relay", ITERATION_LIMIT.plus(config.pollInterval()));
    while (running) {
      loop.turn();
      try {
        settle();
        if (renewal.isDue()) {
          renew();
        }
        if (poll.isDue() || backlog) {
          backlog = false;
          sendDue();
        }
        if (ended.tryAcquire(
            Math.min(poll.nanosLeft(), renewal.nanosLeft()), TimeUnit.NANOSECONDS)) {
          TimeUnit.NANOSECONDS.sleep(COLLECT_TIME.toNanos());
          ended.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (Throwable e) { // without this thread accepted requests would wait for ever
        loop.survive(e);
        logFailure(e);
        pause();
      }
    }
    loop.end();
    settle();
  }

  private void logFailure(Throwable e) {
    var what = "The outbox could not be read or written; it is tried again every poll-interval";
    if (outage.explains(e)) {
      return;
    }
    if (repeated.isDue(e.toString())) {
      LOG.warn(what + ".", e);
    } else {
      LOG.debugf("%s: %s", what, e);
    }
  }

  private void sendDue() {
    for (var destination : Destination.values()) {
      sendDue(destination);
    }
  }

  private void sendDue(Destination destination) {
    var room = Math.min(BATCH, room(destination));
    List<Row> rows =
        room <= 0
            ? List.of()
            : QuarkusTransaction.requiringNew().call(() -> outbox.claim(destination, room));
    rows.forEach(this::carry);
    if (room <= 0 || rows.size() == room) {
      backlog = true; // there may be more: as soon as one of these has ended
    }
  }

  private void settle() {
    write(safe, outbox::delivered);
    write(refused, ids -> outbox.due(ids, config.pollInterval()));
    write(withoutReceiver, ids -> outbox.postpone(ids, config.pollInterval()));
  }

  /** Renews the hold on messages in flight, so that other processes do not send them. */
  private void renew() {
    var ids = inFlight.values().stream().flatMap(Set::stream).toList();
    if (!ids.isEmpty()) {
      QuarkusTransaction.requiringNew().run(() -> outbox.due(ids, config.redeliverAfter()));
    }
  }

  private static void write(Queue<Long> ended, Consumer<List<Long>> change) {
    var ids = new ArrayList<Long>();
    for (var id = ended.poll(); id != null; id = ended.poll()) {
      ids.add(id);
    }
    if (ids.isEmpty()) {
      return;
    }
    try {
      QuarkusTransaction.requiringNew().run(() -> change.accept(ids));
    } catch (RuntimeException | Error e) {
      ended.addAll(ids);
      throw e;
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(config.pollInterval().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      running = false;
    }
  }

  /** A timer for something done at a regular interval. */
  private static final class Timer {
    private final long interval;
    private long last = System.nanoTime();

    Timer(Duration interval) {
      this.interval = interval.toNanos();
    }

    boolean isDue() {
      if (nanosLeft() > 0) {
        return false;
      }
      last = System.nanoTime();
      return true;
    }

    long nanosLeft() {
      return last + interval - System.nanoTime();
    }
  }
}

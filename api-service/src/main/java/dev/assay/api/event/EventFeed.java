package dev.assay.api.event;

import dev.assay.connection.DatabaseOutage;
import dev.assay.event.InspectionEvents;
import dev.assay.event.Place;
import dev.assay.liveness.Loops;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * Reads new events for all live streams of this process, one query in each interval while there is
 * a stream, and has the streams written in turn. Only so many are written in a second: the more
 * streams there are, the more events each gets at once, so that callbacks, which share the event
 * loops, are not slowed by their number. Source: docs/decisions/0049.
 */
@ApplicationScoped
class EventFeed {
  private static final Logger LOG = Logger.getLogger(EventFeed.class);
  private static final int PAGE = 500;
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** For one turn of the loop: to get a connection, and two round trips. */
  private static final Duration TURN_LIMIT = Duration.ofMinutes(2);

  /** How often streams are written, a few each time: so that requests find the event loops free. */
  private static final Duration TICK = Duration.ofMillis(50);

  private final InspectionEvents events;
  private final EventsConfig config;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final int writesPerTick;

  private final Set<Subscriber> live = new LinkedHashSet<>();

  /** The live streams that are to be written, in order. */
  private final Set<Subscriber> waiting = new LinkedHashSet<>();

  private Place place = Place.START;
  private boolean running;

  // Of the thread that reads:
  private RecentEvents recent = new RecentEvents();
  private long readAt;

  EventFeed(InspectionEvents events, EventsConfig config, DatabaseOutage outage, Loops loops) {
    this.events = events;
    this.config = config;
    this.outage = outage;
    this.loops = loops;
    this.writesPerTick =
        Math.max(1, Math.toIntExact(config.writesPerSecond() * TICK.toMillis() / 1000));
  }

  /**
   * Makes the stream live; false when the feed has read further than the stream, which must catch
   * up first.
   */
  synchronized boolean join(Subscriber subscriber) {
    if (running && subscriber.place().compareTo(place) < 0) {
      return false;
    }
    if (!subscriber.isEnded()) {
      subscriber.live(true);
      live.add(subscriber);
      if (!running) {
        running = true;
        place = subscriber.place();
        Thread.ofVirtual().name("event-feed").start(this::run);
      }
    }
    return true;
  }

  /** Writes nothing more to the stream. */
  synchronized void leave(Subscriber subscriber) {
    subscriber.live(false);
    live.remove(subscriber);
    waiting.remove(subscriber);
  }

  private void run() {
    var loop = loops.add("event-feed", TURN_LIMIT);
    recent = new RecentEvents();
    readAt = System.nanoTime();
    try {
      while (isNeeded()) {
        loop.turn();
        try {
          turn();
        } catch (Throwable e) { // if this thread ended, the streams would be silent for ever
          loop.survive(e);
          if (!outage.explains(e)) {
            LOG.error("The events of inspections cannot be read; they are read again.", e);
          }
        }
        LockSupport.parkNanos(pause());
      }
    } finally {
      loop.end();
    }
  }

  private void turn() {
    if (readAt - System.nanoTime() <= 0) {
      readAt = System.nanoTime() + PAUSE_AFTER_FAILURE.toNanos();
      var next = read();
      readAt = System.nanoTime() + next.toNanos();
    }
    write();
  }

  /** In nanoseconds. */
  private synchronized long pause() {
    var untilRead = readAt - System.nanoTime();
    return waiting.isEmpty() ? untilRead : Math.min(untilRead, TICK.toNanos());
  }

  private synchronized boolean isNeeded() {
    running = !live.isEmpty();
    return running;
  }

  /** Reads a page, and returns when to read the next one. */
  private Duration read() {
    recent.forget(slowest());
    if (recent.isFull()) {
      return TICK;
    }
    var from = reached();
    var page = QuarkusTransaction.requiringNew().call(() -> events.after(from, PAGE));
    if (!page.isEmpty()) {
      page.forEach(event -> recent.add(EncodedEvent.of(event)));
      advance(page.getLast().place());
    }
    return page.size() == PAGE ? Duration.ZERO : config.interval();
  }

  private synchronized Place reached() {
    return place;
  }

  /** The place that all live streams have come to. */
  private synchronized Place slowest() {
    return live.stream().map(Subscriber::place).min(Comparator.naturalOrder()).orElse(place);
  }

  /** Moves on to {@code end}, which all streams are to be told. Whoever joins later knows it. */
  private synchronized void advance(Place end) {
    place = end;
    waiting.addAll(live);
  }

  /** Has those streams written whose turn it is. */
  private void write() {
    var tasks = new HashMap<Executor, List<Runnable>>();
    for (var stream : next()) {
      var batches = recent.behind(stream.place());
      tasks
          .computeIfAbsent(stream.loop(), _ -> new ArrayList<>())
          .add(() -> write(batches, stream));
    }
    tasks.forEach((loop, writes) -> loop.execute(() -> writes.forEach(Runnable::run)));
  }

  private synchronized List<Subscriber> next() {
    var next = waiting.stream().limit(writesPerTick).toList();
    next.forEach(waiting::remove);
    return next;
  }

  private void write(List<Batch> batches, Subscriber stream) {
    for (var batch : batches) {
      if (!stream.isLive()) {
        return;
      }
      if (!stream.offer(batch)) {
        leave(stream);
        stream.fellBehind();
        return;
      }
    }
  }
}

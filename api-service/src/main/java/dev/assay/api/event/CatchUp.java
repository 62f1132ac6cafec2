package dev.assay.api.event;

import dev.assay.api.body.BodyConfig;
import dev.assay.connection.DatabaseOutage;
import dev.assay.event.InspectionEvent;
import dev.assay.event.InspectionEvents;
import dev.assay.event.Place;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Reads the events that a stream has missed, from its last one on, until the stream is as far as
 * the feed and joins it. A thread each, and few queries at once.
 */
@ApplicationScoped
class CatchUp {
  private static final Logger LOG = Logger.getLogger(CatchUp.class);
  private static final int PAGE = 200;

  /** Connections to the database that all streams may use together for this. */
  private static final int QUERIES = 4;

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final InspectionEvents events;
  private final EventFeed feed;
  private final DatabaseOutage outage;
  private final Duration stallTimeout;
  private final Semaphore queries = new Semaphore(QUERIES, true);

  CatchUp(InspectionEvents events, EventFeed feed, DatabaseOutage outage, BodyConfig bodies) {
    this.events = events;
    this.feed = feed;
    this.outage = outage;
    this.stallTimeout = bodies.bodyStallTimeout();
  }

  /** As {@link #run}, in a thread of its own. */
  void start(Subscriber subscriber) {
    Thread.ofVirtual().name("event-catch-up").start(() -> run(subscriber));
  }

  /** Returns when the stream is live or has ended. */
  void run(Subscriber subscriber) {
    try {
      while (!subscriber.isEnded() && !readOn(subscriber)) {
        // the next page
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      subscriber.end();
    }
  }

  /** What a page has led to. */
  private enum Progress {
    LIVE,
    MORE,
    /** The client does not read; the rest of the page is read again when it does. */
    FULL
  }

  /** Writes a page; true when the stream is live. */
  private boolean readOn(Subscriber subscriber) throws InterruptedException {
    try {
      var progress = page(subscriber);
      if (progress == Progress.FULL && !subscriber.isEnded()) {
        subscriber.awaitRead(stallTimeout); // after which the client is cut off
      }
      return progress == Progress.LIVE;
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.error("Events cannot be read for a stream, which ends; its client comes back.", e);
        subscriber.end();
        return true;
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_FAILURE.toNanos());
      return false;
    }
  }

  /**
   * What was read.
   *
   * @param settled a place up to which the page has everything, if it is not full
   * @param from the place from which it is complete: another one than asked for is a gap
   */
  private record Page(Place settled, List<InspectionEvent> events, Place from) {
    boolean isLast() {
      return events.size() < PAGE;
    }
  }

  /** Holds a page only while the client takes it. */
  private Progress page(Subscriber subscriber) throws InterruptedException {
    queries.acquire();
    Page page;
    try {
      page = QuarkusTransaction.requiringNew().call(() -> read(subscriber.place()));
    } finally {
      queries.release();
    }
    if (!page.from().equals(subscriber.place())) {
      subscriber.skip(page.from());
      return Progress.MORE;
    }
    for (var batch : Batch.single(page.events().stream().map(EncodedEvent::of).toList())) {
      if (!subscriber.offer(batch)) {
        return Progress.FULL;
      }
    }
    if (page.isLast()) {
      subscriber.reached(page.settled()); // the feed may be there without an event in between
    }
    return page.isLast() && feed.join(subscriber) ? Progress.LIVE : Progress.MORE;
  }

  /** In this order: each statement sees what was settled, or deleted, before it. */
  private Page read(Place place) {
    return new Page(events.now(), events.after(place, PAGE), events.readable(place));
  }
}

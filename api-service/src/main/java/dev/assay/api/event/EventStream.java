package dev.assay.api.event;

import dev.assay.api.body.BodyConfig;
import dev.assay.api.http.AcceptedTypes;
import dev.assay.api.log.LimitedLog;
import dev.assay.api.pipeline.RequestPipeline;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.event.EventFilter;
import dev.assay.event.InspectionEvents;
import dev.assay.event.Place;
import dev.assay.node.Nodes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Serves {@code GET /v1/events} as a stream to clients that accept one. It is a handler of the
 * router and no resource, so that a stream occupies no thread and little memory; it stands behind
 * the request pipeline like every resource. Source: spec api.md 9.15, docs/decisions/0049.
 */
@ApplicationScoped
class EventStream {
  private static final LimitedLog CUT = new LimitedLog(Logger.getLogger(EventStream.class));
  private static final String PATH = "/v1/events";
  private static final long CHECK_INTERVAL_MILLIS = 500;
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final EventsConfig config;
  private final InspectionEvents events;
  private final Nodes nodes;
  private final EventFeed feed;
  private final CatchUp catchUp;
  private final Vertx vertx;
  private final Duration stallTimeout;
  private final Set<Subscriber> streams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean stopping;
  private long timer = -1;

  EventStream(
      EventsConfig config,
      BodyConfig bodies,
      InspectionEvents events,
      Nodes nodes,
      EventFeed feed,
      CatchUp catchUp,
      Vertx vertx,
      MeterRegistry metrics) {
    this.config = config;
    this.events = events;
    this.nodes = nodes;
    this.feed = feed;
    this.catchUp = catchUp;
    this.vertx = vertx;
    this.stallTimeout = bodies.bodyStallTimeout();
    validate();
    Gauge.builder("assay.events.subscribers", count, AtomicInteger::get)
        .description("streams of events that are open")
        .register(metrics);
  }

  private void validate() {
    requireWithin("interval", config.interval(), Duration.ofMillis(50), Duration.ofSeconds(10));
    requireWithin("heartbeat", config.heartbeat(), Duration.ofSeconds(1), Duration.ofSeconds(60));
    requireWithin(
        "max-duration", config.maxDuration(), Duration.ofSeconds(10), Duration.ofDays(365));
    if (config.writesPerSecond() < 50 || config.writesPerSecond() > 100_000) {
      throw new IllegalArgumentException("assay.events.writes-per-second must be 50 to 100000");
    }
    if (config.maxSubscribers() < 0) {
      throw new IllegalArgumentException("assay.events.max-subscribers must be 0 or more");
    }
  }

  private static void requireWithin(String option, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "assay.events.%s must be %s to %s".formatted(option, least, most));
    }
  }

  void open(@Observes Router router) {
    router.route(PATH).order(RequestPipeline.ROUTE_ORDER + 1).handler(this::enter);
    timer = vertx.setPeriodic(CHECK_INTERVAL_MILLIS, _ -> check());
  }

  private void enter(RoutingContext context) {
    if (context.request().method().equals(HttpMethod.GET) && AcceptedTypes.haveStream(context)) {
      var log = MDC.getMap();
      Thread.ofVirtual()
          .name("event-stream")
          .start(
              () -> {
                log.forEach(MDC::put);
                begin(context);
              });
    } else {
      context.next();
    }
  }

  private void begin(RoutingContext context) {
    try {
      take();
      var kept = false;
      try {
        kept = stream(context);
      } finally {
        if (!kept) {
          count.decrementAndGet();
        }
      }
    } catch (RuntimeException e) {
      context.fail(e);
    }
  }

  /** Takes one of the places for streams; UNAVAILABLE when there is none. */
  private void take() {
    if (stopping) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE, "This API service stops; connect again to reach another one.");
    }
    if (count.incrementAndGet() > config.maxSubscribers()) {
      count.decrementAndGet();
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "This API service serves %d streams of events, as many as assay.events.max-subscribers allows; try again later, raise it, or poll with Accept: application/json."
              .formatted(config.maxSubscribers()));
    }
  }

  /** What the client asked for, and where its stream begins. */
  private record Wish(EventFilter filter, Optional<Place> last, Place begin) {}

  /** Begins the stream; false when the client is gone. */
  private boolean stream(RoutingContext context) {
    var wish = QuarkusTransaction.requiringNew().call(() -> wish(context));
    var request = context.request();
    var response = request.response();
    if (response.closed()) {
      return false;
    }
    var subscriber = new Subscriber(request, wish.filter(), wish.begin(), catchUp::start);
    streams.add(subscriber);
    response
        .setChunked(true)
        .putHeader("Content-Type", MediaType.SERVER_SENT_EVENTS)
        .putHeader("Cache-Control", "no-store");
    context.addEndHandler(_ -> forget(subscriber)); // also when the connection is closed
    if (response.closed()) {
      forget(subscriber); // before the handler was there
    }
    subscriber.write(EventText.begin(wish.begin(), RETRY));
    wish.last()
        .filter(last -> !last.equals(wish.begin()))
        .ifPresent(last -> subscriber.write(EventText.gap(last, wish.begin())));
    catchUp.run(subscriber);
    return true;
  }

  private Wish wish(RoutingContext context) {
    var given = new HashMap<String, List<String>>();
    var parameters = context.queryParams();
    parameters.names().forEach(name -> given.put(name, parameters.getAll(name)));
    var query = new EventQuery(Map.copyOf(given));
    var last = query.last(Optional.ofNullable(context.request().getHeader("Last-Event-ID")));
    return new Wish(query.filter(nodes), last, last.map(events::readable).orElseGet(events::now));
  }

  /** The number of streams that are open. */
  int count() {
    return count.get();
  }

  private void forget(Subscriber subscriber) {
    subscriber.ended();
    feed.leave(subscriber);
    if (streams.remove(subscriber)) {
      count.decrementAndGet();
    }
  }

  /** Sends signs of life, and ends streams that are too old or not read. */
  private void check() {
    for (var stream : streams) {
      if (stream.stall().compareTo(stallTimeout) > 0) {
        CUT.warn(
            "A client reading /v1/events made no progress for %d s (assay.api.body-stall-timeout); its connection is closed."
                .formatted(stallTimeout.toSeconds()));
        stream.cut();
        forget(stream);
      } else if (stream.age().compareTo(lifetime(stream)) > 0) {
        stream.end();
      } else if (stream.silence().compareTo(silence(stream)) >= 0) {
        stream.loop().execute(stream::heartbeat);
      }
    }
  }

  /** Spread over a fifth of the time, so that clients that came at once do not return at once. */
  private Duration lifetime(Subscriber stream) {
    return Duration.ofMillis(
        (long) (config.maxDuration().toMillis() * (0.9 + 0.2 * stream.share())));
  }

  /**
   * Spread over a fifth of the time as well, so that silent streams are not written all at once.
   */
  private Duration silence(Subscriber stream) {
    return Duration.ofMillis((long) (config.heartbeat().toMillis() * (0.8 + 0.2 * stream.share())));
  }

  /** Before the process refuses connections, so that clients come back to another one. */
  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    endAll();
  }

  void stop(@Observes ShutdownEvent event) {
    endAll();
    vertx.cancelTimer(timer);
  }

  private void endAll() {
    stopping = true;
    streams.forEach(Subscriber::end);
  }
}

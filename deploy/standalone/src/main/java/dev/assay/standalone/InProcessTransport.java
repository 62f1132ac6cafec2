package dev.assay.standalone;

import dev.assay.broker.HandlingResult;
import dev.assay.conductor.command.CommandChannel;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.message.Announcement;
import dev.assay.message.Envelope;
import dev.assay.message.MessageTransport;
import dev.assay.message.Outbox.Destination;
import dev.assay.message.Outbox.Row;
import dev.assay.message.Route;
import dev.assay.pxefilter.announcement.AnnouncementHandler;
import dev.assay.registration.ConductorConfig;
import dev.assay.rule.store.RuleCache;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Delivers messages between the services of this process without a broker: the receiving service
 * handles a message on the thread that delivers it. A message counts as delivered once it has been
 * handled, so the outbox keeps it until then and nothing is lost when the process is killed.
 */
@ApplicationScoped
public class InProcessTransport implements MessageTransport {
  private static final Logger LOG = Logger.getLogger(InProcessTransport.class);

  private final Function<String, HandlingResult> conductor;
  private final Consumer<String> filter;
  private final Runnable rules;
  private final Runnable subscribed;
  private final Supplier<List<Route>> served;
  private final Semaphore workers;
  private final Semaphore starts;
  private final ConductorConfig config;
  private volatile boolean stopping;

  @Inject
  InProcessTransport(
      CommandChannel conductor,
      AnnouncementHandler filter,
      RuleCache rules,
      ServedNodes served,
      ConductorConfig config) {
    this(
        conductor::take,
        filter::receive,
        filter::subscribed,
        rules::refresh,
        served::routes,
        config);
  }

  /**
   * Takes the receivers as functions.
   *
   * @param conductor carries out a command and returns its result
   * @param filter receives the announcements of which machines may boot
   * @param subscribed tells the filter that it receives all announcements from now on
   * @param rules reads the rules again
   * @param served returns the routes that the conductor serves
   */
  InProcessTransport(
      Function<String, HandlingResult> conductor,
      Consumer<String> filter,
      Runnable subscribed,
      Runnable rules,
      Supplier<List<Route>> served,
      ConductorConfig config) {
    this.conductor = conductor;
    this.filter = filter;
    this.rules = rules;
    this.subscribed = subscribed;
    this.served = served;
    this.config = config;
    this.workers = new Semaphore(config.workers());
    this.starts = new Semaphore(config.maxConcurrentStarts());
  }

  /** Nothing that is announced in this process is ever missed. */
  void start(@Observes StartupEvent started) {
    subscribed.run();
  }

  /** Starts no further command and waits for the running ones to finish, up to a timeout. */
  void stop(@Observes ShutdownEvent stopped) throws InterruptedException {
    stopping = true; // the outbox keeps sending, and a waiting command may get a permit first
    var deadline = System.nanoTime() + config.gracefulShutdownTimeout().toNanos();
    if (!acquireAll(workers, config.workers(), deadline)
        || !acquireAll(starts, config.maxConcurrentStarts(), deadline)) {
      LOG.warn(
          "Shutdown timeout reached with commands still running: they will be run again after the"
              + " next start.");
    }
  }

  private static boolean acquireAll(Semaphore permits, int count, long deadline)
      throws InterruptedException {
    return permits.tryAcquire(count, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int room(Destination destination) {
    return switch (destination) {
      case CONDUCTORS -> stopping ? 0 : workers.availablePermits();
      case STARTS -> stopping ? 0 : starts.availablePermits();
      case EVERYONE -> Integer.MAX_VALUE;
    };
  }

  @Override
  public CompletionStage<Void> deliver(Row message) {
    switch (message.destination()) {
      case CONDUCTORS -> carryOut(message, workers);
      case STARTS -> carryOut(message, starts);
      case EVERYONE -> announce(message.body());
    }
    return CompletableFuture.completedFuture(null);
  }

  private void carryOut(Row message, Semaphore free) {
    var route = message.route();
    if (route != null && !served.get().contains(route)) {
      throw new NobodyTakes(
          "driver %s in conductor group '%s' is not served by this process"
              .formatted(route.driver(), route.group()));
    }
    requireRunning();
    free.acquireUninterruptibly();
    try {
      requireRunning(); // stop() may have been called while it waited
      if (conductor.apply(message.body()) == HandlingResult.AGAIN) {
        throw new IllegalStateException(
            "the command could not be executed now and will be retried");
      }
    } finally {
      free.release();
    }
  }

  private void requireRunning() {
    if (stopping) {
      throw new IllegalStateException(
          "the process is shutting down; the command will be executed after the next start");
    }
  }

  private void announce(String body) {
    switch (Envelope.read(body).require(Announcement.class)) {
      case Announcement.Allow _, Announcement.Deny _ -> filter.accept(body);
      case Announcement.RulesChanged _ -> rules.run();
    }
  }
}

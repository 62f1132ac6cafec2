package dev.assay.pxefilter.reconcile;

import dev.assay.id.MacAddress;
import dev.assay.liveness.Loop;
import dev.assay.time.RepeatedMessages;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the database what changed: at once what was announced, and everything every period. An
 * announcement only says which addresses to look at, so that one that is lost, repeated or late
 * does no harm. While the broker is away everything is read every second.
 */
final class MachineWatch {
  private static final Logger LOG = Logger.getLogger(MachineWatch.class);
  private static final Duration WHEN_DEAF = Duration.ofSeconds(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  /** More addresses than these are read as everything. */
  private static final int MANY = 5000;

  /** Reads from the database. */
  interface Source {
    Reading whole() throws SQLException;

    Reading part(Collection<MacAddress> ports) throws SQLException;
  }

  private final Source source;
  private final Consumer<Reading> to;
  private final Duration period;
  private final Predicate<Throwable> logged;
  private final Loop loop;
  private final RepeatedMessages repeated = new RepeatedMessages();

  private final Set<MacAddress> announced = new LinkedHashSet<>();
  private boolean wholeDue;
  private boolean unknownDue;
  private long wholeAt = System.nanoTime(); // at first it waits for the subscription, for a second

  /** Long ago: before the first subscription nothing is known. */
  private @Nullable Long deafSince = System.nanoTime() - Duration.ofDays(1).toNanos();

  private @Nullable Long failingSince;
  private @Nullable Long failedAt;
  private @Nullable Long readingSince;
  private boolean stopped;

  /**
   * @param to takes what was read
   * @param period between two readings of everything; zero for none
   * @param logged whether a failure of the database needs no log line of its own
   */
  MachineWatch(
      Source source,
      Consumer<Reading> to,
      Duration period,
      Predicate<Throwable> logged,
      Loop loop) {
    this.source = source;
    this.to = to;
    this.period = period;
    this.logged = logged;
    this.loop = loop;
  }

  /** Looks at these addresses, and whether unknown machines may boot. */
  synchronized void announced(List<MacAddress> addresses) {
    announced.addAll(addresses);
    unknownDue = true;
    notifyAll();
  }

  /** Announcements arrive from now on; what came before may have been missed. */
  synchronized void subscribed() {
    deafSince = null;
    wholeDue = true;
    notifyAll();
  }

  /** No announcement arrives any more. */
  synchronized void unsubscribed() {
    deafSince = System.nanoTime();
    notifyAll();
  }

  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Why what was read last may be out of date, if it has been so for {@code long}. */
  synchronized Optional<String> outOfDate(Duration atLeast) {
    if (isPast(failingSince, atLeast) || isPast(readingSince, atLeast)) {
      return Optional.of(
          "The database could not be read for more than %d ms.".formatted(atLeast.toMillis()));
    }
    return isPast(deafSince, atLeast)
        ? Optional.of(
            "The broker is away, so that no announcements arrive, for more than %d ms."
                .formatted(atLeast.toMillis()))
        : Optional.empty();
  }

  private static boolean isPast(@Nullable Long since, Duration limit) {
    return since != null && System.nanoTime() - since > limit.toNanos();
  }

  /** Reads until it is stopped. */
  void run() {
    try {
      while (true) {
        var wanted = await();
        if (wanted.isEmpty()) {
          return;
        }
        loop.turn();
        read(wanted.get());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      loop.end();
    }
  }

  /** What to read: everything when {@code ports} is null. */
  private record Wanted(@Nullable Set<MacAddress> ports) {}

  private synchronized Optional<Wanted> await() throws InterruptedException {
    while (!stopped) {
      var pause = pauseAfterFailure();
      if (pause.isZero()) {
        var wanted = wanted();
        if (wanted.isPresent()) {
          return wanted;
        }
        pause = untilWhole();
      }
      wait(pause.toMillis() + 1);
      loop.turn();
    }
    return Optional.empty();
  }

  /** What is to be read now, if anything. */
  private Optional<Wanted> wanted() {
    if (wholeDue || untilWhole().isZero() || announced.size() > MANY) {
      announced.clear();
      wholeDue = false;
      unknownDue = false;
      wholeAt = System.nanoTime();
      return Optional.of(new Wanted(null));
    }
    if (!announced.isEmpty() || unknownDue) {
      var ports = new LinkedHashSet<>(announced);
      announced.clear();
      unknownDue = false;
      return Optional.of(new Wanted(ports));
    }
    return Optional.empty();
  }

  private Duration pauseAfterFailure() {
    return failedAt == null ? Duration.ZERO : left(AFTER_FAILURE, failedAt);
  }

  private Duration untilWhole() {
    var every = deafSince != null ? WHEN_DEAF : period;
    if (every.isZero()) {
      return Duration.ofSeconds(30);
    }
    return left(every, wholeAt);
  }

  private static Duration left(Duration of, long since) {
    return Duration.ofNanos(Math.max(0, of.toNanos() - (System.nanoTime() - since)));
  }

  private void read(Wanted wanted) {
    begin();
    try {
      to.accept(wanted.ports() == null ? source.whole() : source.part(wanted.ports()));
      succeeded();
    } catch (Throwable e) { // if this thread ended, nothing would be read any more
      loop.survive(e);
      failed(e);
    }
  }

  private synchronized void begin() {
    readingSince = System.nanoTime();
  }

  private synchronized void succeeded() {
    readingSince = null;
    failingSince = null;
    failedAt = null;
  }

  /** Everything is read again, so that no announcement needs to be kept. */
  private synchronized void failed(Throwable e) {
    failedAt = System.nanoTime();
    if (failingSince == null) {
      failingSince = readingSince;
    }
    readingSince = null;
    wholeDue = true;
    if (!logged.test(e) && repeated.isDue("database")) {
      LOG.warnf("The database cannot be read, which is tried again every second: %s", e);
    }
  }
}

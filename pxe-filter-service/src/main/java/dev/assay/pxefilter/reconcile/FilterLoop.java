package dev.assay.pxefilter.reconcile;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import dev.assay.liveness.Loop;
import dev.assay.pxefilter.filter.AccessList;
import dev.assay.pxefilter.filter.BootFilter;
import dev.assay.pxefilter.filter.Permit;
import dev.assay.time.RepeatedMessages;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that uses the filter driver: puts into force what was read from the database, and
 * denies everyone when the permit ends. It never waits for the database or the broker, so that it
 * can always deny.
 */
public final class FilterLoop {
  private static final Logger LOG = Logger.getLogger(FilterLoop.class);
  private static final Duration TURN = Duration.ofSeconds(1);

  private final BootFilter filter;
  private final Permit permit;
  private final boolean failOpen;
  private final Loop loop;
  private final Clock clock;
  private final AccessList list = new AccessList();
  private final RepeatedMessages repeated = new RepeatedMessages();

  private final Deque<Reading> readings = new ArrayDeque<>();
  private boolean permitChanged;
  private boolean stopped;

  private boolean loaded;
  private boolean more;
  private volatile boolean open;
  private volatile @Nullable Long turnSince;
  private boolean broken;
  private volatile Status status = Status.STARTING;

  /**
   * What the loop does at the moment.
   *
   * @param loaded whether the database was read and is in force
   * @param open whether machines can boot
   * @param failure why the driver does not work, in a sentence
   * @param warning as {@link BootFilter#warning}
   */
  public record Status(
      boolean loaded,
      boolean open,
      Optional<String> failure,
      Optional<String> warning,
      int allowed,
      int denied,
      boolean unknownAllowed,
      @Nullable Instant reconciledAt,
      int drift,
      long driftTotal) {
    /** Nothing was read or done yet. */
    public static final Status STARTING =
        new Status(false, false, Optional.empty(), Optional.empty(), 0, 0, false, null, 0, 0);
  }

  /**
   * @param failOpen whether what is in force stays when the process ends
   */
  FilterLoop(BootFilter filter, Permit permit, boolean failOpen, Loop loop, Clock clock) {
    this.filter = filter;
    this.permit = permit;
    this.failOpen = failOpen;
    this.loop = loop;
    this.clock = clock;
  }

  public Status status() {
    return status;
  }

  /** True from before the driver may let a machine boot until everyone is denied for sure. */
  boolean isOpen() {
    return open;
  }

  /** What to say when the driver has not come back for {@code limit}. */
  Optional<String> stuck(Duration limit) {
    var since = turnSince;
    return since != null && System.nanoTime() - since > limit.toNanos()
        ? Optional.of("The filter's driver hangs for more than %d s.".formatted(limit.toSeconds()))
        : Optional.empty();
  }

  /** Puts into force what was read; returns at once. */
  synchronized void take(Reading reading) {
    if (reading instanceof Reading.Whole) {
      readings.clear(); // it is as new as any of them
    }
    readings.add(reading);
    notifyAll();
  }

  /** Looks at the permit again, which was granted, prolonged or revoked. */
  public synchronized void permitChanged() {
    permitChanged = true;
    notifyAll();
  }

  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Runs until it is stopped; then denies everyone, and releases the driver. */
  void run() {
    try (filter) {
      if (!failOpen) {
        open = true; // as a killed process may have left it; until everyone is denied
        deny();
      }
      while (await()) {
        loop.turn();
        turnSince = System.nanoTime();
        turn(taken());
        turnSince = null;
      }
      if (!failOpen) {
        permit.revoke();
        deny();
        report(status.failure());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      loop.end();
    }
  }

  /** Waits for something to do, or until the permit expires; false when stopped. */
  private synchronized boolean await() throws InterruptedException {
    var limit = open && permit.isValid() ? permit.remaining() : TURN;
    var end = System.nanoTime() + Math.min(TURN.toNanos(), limit.toNanos());
    while (readings.isEmpty()
        && !permitChanged
        && !stopped
        && !more
        && end - System.nanoTime() > 0) {
      wait(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1);
    }
    permitChanged = false;
    return !stopped;
  }

  private synchronized List<Reading> taken() {
    var all = List.copyOf(readings);
    readings.clear();
    return all;
  }

  private void turn(List<Reading> news) {
    more = false;
    try {
      var changed = new LinkedHashSet<MacAddress>();
      boolean whole = false;
      var unknownBefore = list.unknown();
      for (var reading : news) {
        whole |= apply(reading, changed);
      }
      if (open && !permit.isValid()) {
        filter.denyAll();
        open = false;
      }
      if (loaded) {
        enforce(whole, changed, unknownBefore);
        more = filter.continueWork(list, permit);
      }
      broken = false;
      report(Optional.empty());
    } catch (IOException e) {
      failed(e);
    } catch (Throwable e) { // if this thread ended, nobody would be denied any more
      loop.survive(e);
      LOG.error("The PXE filter failed unexpectedly; it denies everyone and tries again.", e);
      failed(new IOException("unexpected failure: " + e, e));
    }
  }

  /** Updates the list; true when everything has to be compared. */
  private boolean apply(Reading reading, Set<MacAddress> changed) {
    list.unknown(reading.unknown());
    return switch (reading) {
      case Reading.Whole(var known, var unknown) -> {
        list.replace(known, unknown);
        loaded = true;
        changed.clear();
        yield true;
      }
      case Reading.Part(var addresses, var _) -> {
        addresses.forEach(
            (address, access) ->
                access.ifPresentOrElse(it -> list.put(address, it), () -> list.remove(address)));
        changed.addAll(addresses.keySet());
        yield false;
      }
    };
  }

  private void enforce(boolean whole, Set<MacAddress> changed, Access unknownBefore)
      throws IOException {
    var opens = permit.isValid() && !open;
    open = open || opens; // from now on a failure has to deny
    if (whole || broken) {
      var drift = filter.reconcile(list, permit);
      if (drift > 0) {
        LOG.warnf("%d entries were not as the filter had left them, and were corrected.", drift);
      }
      reconciled(drift);
    } else {
      if (opens) {
        filter.open(list, permit);
      }
      if (!changed.isEmpty() || list.unknown() != unknownBefore) {
        filter.update(list, changed, permit);
      }
    }
    if (open) {
      filter.prolong(permit);
    }
  }

  private void reconciled(int drift) {
    var old = status;
    status =
        new Status(
            old.loaded(),
            old.open(),
            old.failure(),
            old.warning(),
            old.allowed(),
            old.denied(),
            old.unknownAllowed(),
            clock.instant(),
            drift,
            old.driftTotal() + drift);
  }

  private void report(Optional<String> failure) {
    var old = status;
    status =
        new Status(
            loaded && failure.isEmpty(),
            open,
            failure,
            filter.warning(),
            list.allowed(),
            list.known().size() - list.allowed(),
            list.unknown() == Access.ALLOW,
            old.reconciledAt(),
            old.drift(),
            old.driftTotal());
    if (failure.isEmpty() && repeated.clear()) {
      LOG.info("The PXE filter works again.");
    }
  }

  private void failed(IOException e) {
    var sentence = "The filter does not work: %s.".formatted(reason(e));
    if (repeated.isDue(sentence)) {
      LOG.errorf("%s Everyone is denied; it is tried again every second.", sentence);
    }
    broken = true;
    if (!failOpen) {
      permit.revoke();
      deny();
    }
    report(Optional.of(sentence));
    pause();
  }

  private void deny() {
    try {
      filter.denyAll();
      open = false;
    } catch (Throwable e) { // if this thread ended, nobody could be denied any more
      loop.survive(e);
      if (repeated.isDue("deny: " + e)) {
        LOG.errorf("Not everyone can be denied: %s.", reason(e));
      }
    }
  }

  private static String reason(Throwable e) {
    var text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return e.getClass() == IOException.class ? text : e.getClass().getSimpleName() + ": " + text;
  }

  private synchronized void pause() {
    var end = System.nanoTime() + TURN.toNanos();
    try {
      while (!stopped && end - System.nanoTime() > 0) {
        wait(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

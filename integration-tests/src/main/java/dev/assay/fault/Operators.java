package dev.assay.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The operators of a site, one for each node. */
final class Operators implements AutoCloseable {
  private static final Duration SETTLE = Duration.ofMinutes(6);

  private final Site site;
  private final Journal journal;
  private final NodeView view;
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  private Operators(Site site, Journal journal) {
    this.site = site;
    this.journal = journal;
    this.view = NodeView.of(site.api(), journal);
  }

  /** Enrols all machines, waits until they are manageable, and lets the operators begin. */
  static Operators begin(Site site, Journal journal, long seed) throws InterruptedException {
    System.err.printf("enrolling %d machines ...%n", site.size());
    site.enrol();
    var operators = new Operators(site, journal);
    try {
      operators.awaitManageable();
    } catch (RuntimeException | InterruptedException e) {
      operators.close();
      throw e;
    }
    operators.start(new SplittableRandom(seed));
    return operators;
  }

  private void awaitManageable() throws InterruptedException {
    var limit = System.nanoTime() + SETTLE.toNanos();
    do {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException(
            "machines are not manageable after %s: %s".formatted(SETTLE, view.unsettled()));
      }
    } while (!view.awaitNext(30_000) || !view.unsettled().isEmpty());
  }

  private void start(SplittableRandom random) {
    for (var node : site.machines().keySet()) {
      var operator = new Operator(node, site.api(), view, journal, end, random.split());
      threads.add(Thread.ofVirtual().start(operator));
    }
  }

  /**
   * Lets them order nothing more, and waits until nothing is under way; what still is after six
   * minutes is a violation. Returns after how many seconds.
   */
  double finish() throws InterruptedException {
    end.countDown();
    var start = System.nanoTime();
    var limit = start + SETTLE.toNanos();
    while (System.nanoTime() < limit) {
      if (view.awaitNext(30_000) && view.unsettled().isEmpty() && isQuiet()) {
        return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      }
    }
    view.unsettled()
        .forEach((node, state) -> journal.violation("node %s is stuck: %s".formatted(node, state)));
    return SETTLE.toSeconds();
  }

  /** Nothing waits to be sent, nobody works on a node, and no inspection is under way. */
  private boolean isQuiet() {
    return site.stack()
            .database()
            .count(
                """
                select (select count(*) from outbox)
                  + (select count(*) from lease
                     where name like 'node/%' and expires_at > clock_timestamp())
                  + (select count(*) from inspection where stage not in ('finished', 'error'))
                  + (select count(*) from node where power_off_after is not null)
                """)
        == 0;
  }

  @Override
  public void close() {
    end.countDown();
    view.close();
    threads.forEach(Thread::interrupt);
  }
}

package dev.assay.fault;

import dev.assay.message.Route;
import dev.assay.stack.Server;
import dev.assay.stack.Service;
import dev.assay.stack.TcpLink;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries out the faults of a schedule at their times, and restarts every process that has ended,
 * as systemd does. A process that ends although nothing killed it is a violation.
 */
final class FaultInjector {
  private static final long WATCH_MILLIS = 300;
  private static final int DATABASE_STARTS = 20;

  private final Site site;
  private final Journal journal;
  private final Map<String, Server> processes = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final AtomicInteger prevented = new AtomicInteger();

  /** Processes that a fault has ended or is ending; nobody else starts them. */
  private final Set<String> down = ConcurrentHashMap.newKeySet();

  private final CountDownLatch over = new CountDownLatch(1);

  FaultInjector(Site site, Journal journal) {
    this.site = site;
    this.journal = journal;
    for (var service : site.services()) {
      processes.put(service.name(), service.process());
    }
    processes.put("haproxy", site.balancer().process());
    processes.put("broker", site.stack().broker().process());
  }

  /** How many faults of each kind there were. */
  Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** How many did not happen, because others were in the way. */
  int prevented() {
    return prevented.get();
  }

  /** Carries out all faults; returns when the last one is over and everything runs and is ready. */
  void run(List<Fault> faults) throws InterruptedException {
    var watch = Thread.ofPlatform().daemon().name("supervisor").start(this::watch);
    var start = System.nanoTime();
    var threads = new ArrayList<Thread>();
    for (var fault : faults) {
      sleepUntil(start + fault.at().toNanos());
      System.err.printf("%6.1f s  %s%n", fault.at().toMillis() / 1000.0, fault);
      var thread = Thread.ofVirtual().start(() -> carryOut(fault));
      threads.add(thread);
      if (fault.kind() == Fault.Kind.UPGRADE) {
        thread.join(); // one service after the other
      }
    }
    for (var thread : threads) {
      thread.join();
    }
    over.countDown();
    watch.join();
    awaitReady();
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
  }

  private void carryOut(Fault fault) {
    try {
      switch (fault.kind()) {
        case KILL -> kill(fault);
        case STOP -> stop(fault);
        case UPGRADE -> upgrade(fault);
        case PAUSE -> pause(fault);
        case CUT -> cut(fault);
        case RESET -> link(fault).reset();
        case END_BACKENDS -> endBackends();
        case DELETE_QUEUE -> site.stack().broker().control("delete_queue", queue(fault));
      }
      counts.merge(fault.kind().name(), 1, Integer::sum);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (SQLException | RuntimeException e) {
      // Another fault was in the way, such as a database that is away already.
      prevented.incrementAndGet();
      System.err.printf("          %s did not happen: %s%n", fault, firstLine(e));
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private void kill(Fault fault) throws InterruptedException {
    if (fault.target().equals("database")) {
      killDatabase(fault);
      return;
    }
    takeDown(fault);
    try {
      process(fault).kill();
      pause(fault.lasting());
    } finally {
      process(fault).launch();
      down.remove(fault.target());
    }
  }

  /** Starts it again until that succeeds: processes of the killed one may still hold its memory. */
  private void killDatabase(Fault fault) throws InterruptedException {
    var database = site.stack().database();
    database.kill();
    pause(fault.lasting());
    for (int i = 1; ; i++) {
      try {
        database.restart();
        return;
      } catch (IllegalStateException e) {
        if (i == DATABASE_STARTS) {
          throw e;
        }
        pause(Duration.ofMillis(WATCH_MILLIS));
      }
    }
  }

  private void takeDown(Fault fault) {
    if (!down.add(fault.target())) {
      throw new IllegalStateException("it is down");
    }
  }

  private void stop(Fault fault) throws InterruptedException {
    takeDown(fault);
    try {
      int status = process(fault).stop();
      if (status != 0 && status != 128 + 15) {
        journal.violation(
            "%s ended with status %d when it was asked to stop".formatted(fault.target(), status));
      }
      pause(fault.lasting());
    } finally {
      process(fault).launch();
      down.remove(fault.target());
    }
  }

  private void upgrade(Fault fault) throws InterruptedException {
    site.services().stream()
        .filter(service -> service.name().equals(fault.target()))
        .forEach(Service::upgrade);
    stop(fault);
    process(fault).awaitReady();
  }

  private void pause(Fault fault) throws InterruptedException {
    var database = fault.target().equals("database") ? site.stack().database() : null;
    try {
      if (database != null) {
        database.freeze();
      } else {
        var process = process(fault);
        if (!process.isAlive()) {
          throw new IllegalStateException("it is down");
        }
        process.freeze();
      }
      pause(fault.lasting());
    } finally {
      if (database != null) {
        database.thaw();
      } else {
        process(fault).thaw();
      }
    }
  }

  private void cut(Fault fault) throws InterruptedException {
    var link = link(fault);
    link.cut();
    try {
      pause(fault.lasting());
    } finally {
      link.mend();
    }
  }

  private void endBackends() throws SQLException {
    try (var connection = site.stack().database().connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where pid <> pg_backend_pid() and backend_type = 'client backend'");
    }
  }

  /** That of starts, which most orders go to, or the one of other commands. */
  private static String queue(Fault fault) {
    var route = new Route("", "redfish");
    return fault.at().toMillis() % 2 == 0 ? route.starts() : route.commands();
  }

  private Server process(Fault fault) {
    var found = processes.get(fault.target());
    if (found == null) {
      throw new IllegalArgumentException("no process " + fault.target());
    }
    return found;
  }

  private TcpLink link(Fault fault) {
    var parts = fault.target().split("/", 2);
    var links = site.stack().links(parts[0]);
    return parts[1].equals("database") ? links.database() : links.broker();
  }

  private static void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  /** Starts processes again that ended by themselves. */
  private void watch() {
    try {
      while (!over.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
        processes.forEach(this::restart);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void restart(String name, Server process) {
    if (!down.contains(name) && !process.isAlive() && down.add(name)) {
      try {
        if (!process.isAlive()) {
          journal.violation(name + " ended by itself:\n" + process.tail());
          process.launch();
        }
      } finally {
        down.remove(name);
      }
    }
  }

  private void awaitReady() {
    processes.values().forEach(Server::awaitReady);
  }

  /** How many lines of each level above INFO each service has logged. */
  static Map<String, Integer> errorLines(Site site) {
    var lines = new LinkedHashMap<String, Integer>();
    for (Service service : site.services()) {
      lines.put(service.name(), service.process().linesWith(" ERROR "));
    }
    return lines;
  }
}

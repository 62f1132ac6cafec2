package dev.assay.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures what the processes of a target and this process use during a run of {@link Fleet}. */
final class FleetUse implements AutoCloseable {
  /** Memory grows slowly, and to list all processes of the machine takes time. */
  private static final int PAUSE_SECONDS = 5;

  private static final String SELF = "simulator";

  private final Target target;
  private final Map<String, ProcessUse> before = new LinkedHashMap<>();
  private final Map<String, Long> peaks = new ConcurrentHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);

  /** Begins to measure, until it is closed. */
  FleetUse(Target target) {
    this.target = target;
    processes().forEach((name, all) -> before.put(name, ProcessUse.of(all)));
    Thread.ofVirtual().start(this::watch);
  }

  /** What each has used so far, for so many inspections. */
  List<FleetFigures.Use> of(int inspections) {
    measure();
    var now = processes();
    var uses = new ArrayList<FleetFigures.Use>();
    before.forEach(
        (name, start) -> {
          var end = ProcessUse.of(now.getOrDefault(name, List.of()));
          var peak = peaks.getOrDefault(name, 0L);
          uses.add(FleetFigures.Use.between(name, start, end, peak, inspections));
        });
    return List.copyOf(uses);
  }

  private void watch() {
    try {
      do {
        measure();
      } while (!over.await(PAUSE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void measure() {
    processes().forEach((name, all) -> peaks.merge(name, ProcessUse.resident(all), Math::max));
  }

  private Map<String, List<ProcessHandle>> processes() {
    var all = new LinkedHashMap<>(target.processes());
    all.put(SELF, List.of(ProcessHandle.current()));
    return all;
  }

  @Override
  public void close() {
    over.countDown();
  }
}

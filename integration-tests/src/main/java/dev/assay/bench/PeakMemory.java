package dev.assay.bench;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The peak of the resident memory of some processes together, measured ten times a second. */
final class PeakMemory implements AutoCloseable {
  private final Supplier<List<ProcessHandle>> processes;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile long peak;

  /** Starts measuring, until it is closed; {@code processes} is called each time. */
  PeakMemory(Supplier<List<ProcessHandle>> processes) {
    this.processes = processes;
    measure();
    Thread.ofVirtual().start(this::watch);
  }

  /** The peak so far in bytes. */
  long peak() {
    return peak;
  }

  private void watch() {
    try {
      while (!over.await(100, TimeUnit.MILLISECONDS)) {
        measure();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void measure() {
    peak = Math.max(peak, ProcessUse.resident(processes.get()));
  }

  @Override
  public void close() {
    over.countDown();
  }
}

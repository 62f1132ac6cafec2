package dev.assay.bench;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The most resident memory that some processes have together, looked at ten times a second. */
final class PeakMemory implements AutoCloseable {
  private final Supplier<List<ProcessHandle>> processes;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile long peak;

  /** From now on, until it is closed; {@code processes} is asked each time. */
  PeakMemory(Supplier<List<ProcessHandle>> processes) {
    this.processes = processes;
    look();
    Thread.ofVirtual().start(this::watch);
  }

  /** Bytes. */
  long peak() {
    return peak;
  }

  private void watch() {
    try {
      while (!over.await(100, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    peak = Math.max(peak, ProcessUse.of(processes.get()).resident());
  }

  @Override
  public void close() {
    over.countDown();
  }
}

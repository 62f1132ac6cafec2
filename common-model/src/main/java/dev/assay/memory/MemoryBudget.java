package dev.assay.memory;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A budget of heap bytes shared by threads: each reserves what it is going to need, and waits in
 * FIFO order while too little is left.
 */
public final class MemoryBudget {
  private static final int UNIT = 1024;

  private final int units;
  private final int weight;
  private final Semaphore free;

  /** A reservation; closing it releases the bytes, once. */
  public static final class Held implements AutoCloseable {
    private final Semaphore free;
    private final int units;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Held(Semaphore free, int units) {
      this.free = free;
      this.units = units;
    }

    @Override
    public void close() {
      if (open.compareAndSet(true, false)) {
        free.release(units);
      }
    }
  }

  /** A budget of {@code bytes}, at least a KiB. */
  public MemoryBudget(long bytes) {
    this(bytes, 1);
  }

  /**
   * A budget of {@code bytes}, at least a KiB, of which each reservation counts {@code weight}
   * times: several together hold a {@code weight}-th of it, and one that needs more holds all.
   */
  public MemoryBudget(long bytes, int weight) {
    this.weight = weight;
    this.units = Math.clamp(bytes / UNIT, 1, Integer.MAX_VALUE);
    this.free = new Semaphore(units, true);
  }

  /** The size of the budget in bytes. */
  public long size() {
    return (long) units * UNIT;
  }

  /** The unreserved bytes. */
  public long free() {
    return (long) free.availablePermits() * UNIT;
  }

  /** The number of threads that wait for a reservation, about. */
  public int waiting() {
    return free.getQueueLength();
  }

  /**
   * Reserves {@code bytes}, or the whole budget when it is smaller; empty when they are not
   * available within {@code patience}, or the thread is interrupted.
   */
  public Optional<Held> take(long bytes, Duration patience) {
    var wanted = unitsOf(bytes);
    try {
      return free.tryAcquire(wanted, patience.toNanos(), TimeUnit.NANOSECONDS)
          ? Optional.of(new Held(free, wanted))
          : Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** As {@link #take}, without a time limit and not interruptible. */
  public Held await(long bytes) {
    var wanted = unitsOf(bytes);
    free.acquireUninterruptibly(wanted);
    return new Held(free, wanted);
  }

  private int unitsOf(long bytes) {
    return Math.clamp((bytes + UNIT - 1) / UNIT * weight, 1, units);
  }
}

package dev.assay.thread;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Runs foreign code, such as that of plug-ins, with time limits and on platform threads: on a
 * virtual thread an endless computation would occupy a carrier thread, and in the end block the
 * process. Java cannot stop such a computation: it is interrupted and abandoned, and keeps its slot
 * until it returns.
 */
public final class GuardedThreads {
  /** As number of slots: the number of threads is limited elsewhere. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private final Executor threads;
  private final Semaphore slots;
  private final String interrupted;

  /**
   * No thread runs yet.
   *
   * @param named names the threads
   * @param slots that can be in use at the same time
   * @param interrupted the message of the exception for a caller that is interrupted
   */
  public GuardedThreads(Thread.Builder.OfPlatform named, int slots, String interrupted) {
    this.threads = Executors.newCachedThreadPool(named.daemon().factory());
    this.slots = new Semaphore(slots);
    this.interrupted = interrupted;
  }

  /**
   * Reserves a slot until it is closed; empty when none becomes free within {@code wait}.
   * IllegalStateException when the caller is interrupted meanwhile.
   */
  public Optional<Slot> take(Duration wait) {
    try {
      var taken =
          wait.isPositive()
              ? slots.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)
              : slots.tryAcquire();
      return taken ? Optional.of(new Slot()) : Optional.empty();
    } catch (InterruptedException _) {
      throw interrupted();
    }
  }

  private IllegalStateException interrupted() {
    Thread.currentThread().interrupt();
    return new IllegalStateException(interrupted);
  }

  /** A reserved place for one run after the other. Used by one thread. */
  public final class Slot implements AutoCloseable {
    private @Nullable Run<?> last;

    private Slot() {}

    /** Begins to run {@code code}, with the caller's log context; the run before it has ended. */
    public <T> Run<T> begin(Callable<T> code) {
      var run = new Run<>(code);
      threads.execute(run::execute);
      last = run;
      return run;
    }

    /** Abandons a run that has not ended. The slot becomes free as soon as the run has returned. */
    @Override
    public void close() {
      if (last == null) {
        slots.release();
      } else {
        last.abandon();
        last.whenReturned(slots::release);
      }
    }
  }

  /** A run of foreign code. Its methods are called by the thread that began it. */
  public final class Run<T> {
    private final FutureTask<T> task;
    private final Map<String, Object> context = MDC.getMap();
    private final CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();
    private volatile @Nullable Thread thread;

    private Run(Callable<T> code) {
      this.task = new FutureTask<>(code);
    }

    private void execute() {
      context.forEach(MDC::put);
      thread = Thread.currentThread();
      try {
        task.run();
      } finally {
        thread = null;
        returned.complete(null);
        MDC.clear();
      }
    }

    /**
     * The result. ExecutionException with what the code has thrown; TimeoutException when it has
     * not returned within {@code limit}, and runs on. When the caller is interrupted, the run is
     * abandoned and an IllegalStateException thrown.
     */
    public T await(Duration limit) throws TimeoutException, ExecutionException {
      try {
        return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException _) {
        abandon();
        throw interrupted();
      }
    }

    /** An exception for the log, with the stack trace of the code as it runs now. */
    public TimeoutException where() {
      var where = new TimeoutException("here");
      var running = thread;
      if (running != null) {
        where.setStackTrace(running.getStackTrace());
      }
      return where;
    }

    /** Interrupts the code, whose result does not count any more; without effect after its end. */
    public void abandon() {
      task.cancel(true);
    }

    /** Calls {@code then} when the code has returned: at once, or later on its thread. */
    public void whenReturned(Runnable then) {
      switch (task.state()) {
        case SUCCESS, FAILED -> then.run();
        case RUNNING, CANCELLED -> {
          var _ = returned.thenRun(then);
        }
      }
    }
  }
}

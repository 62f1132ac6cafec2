package dev.assay.thread;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Runs long computations of virtual threads on platform threads. Java never preempts a virtual
 * thread that computes: as many of them as there are processors would block all others. The
 * operating system does share the processors between platform threads. Source: docs/decisions/0014.
 */
public final class PlatformThread {
  private PlatformThread() {}

  /** As {@link #run}; returns what {@code work} returns. */
  public static <T> T call(String name, Supplier<T> work) {
    var result = new AtomicReference<T>();
    run(name, () -> result.set(work.get()));
    return Objects.requireNonNull(result.get());
  }

  /**
   * Runs {@code work} on a new platform thread called {@code name}, waits for its end, and throws
   * what it throws. Its log lines have the caller's context. When the caller is interrupted, {@code
   * work} is too, and its end is still waited for.
   */
  public static void run(String name, Runnable work) {
    var context = MDC.getMap();
    var failure = new AtomicReference<@Nullable Throwable>();
    var thread =
        Thread.ofPlatform()
            .name(name)
            .uncaughtExceptionHandler((_, thrown) -> failure.set(thrown))
            .start(
                () -> {
                  context.forEach(MDC::put);
                  work.run();
                });
    awaitEnd(thread);
    PlatformThread.<RuntimeException>rethrow(failure.get());
  }

  private static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
        thread.interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws {@code thrown} unchanged: {@code work} can throw no checked exception. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(@Nullable Throwable thrown) throws T {
    if (thrown != null) {
      throw (T) thrown;
    }
  }
}

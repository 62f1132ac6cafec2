package dev.assay.api.callback;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hook.HookConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * The threads on which rules of phase early run, a few, and for a limited time: whoever reaches the
 * API can have them run, on data of his own. They are platform threads, because a rule that
 * computes for ever would keep a carrier of the virtual ones; Java cannot end it, so it keeps its
 * place.
 */
@ApplicationScoped
class EarlyThreads {
  private static final Logger LOG = Logger.getLogger(EarlyThreads.class);

  private final Semaphore places = new Semaphore(2 * Runtime.getRuntime().availableProcessors());
  private final Executor threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("early-rules-", 1).factory());
  private final Duration limit;

  EarlyThreads(HookConfig config) {
    this.limit = config.hookTimeout();
  }

  /**
   * What {@code rules} give. UNAVAILABLE when no place becomes free in time, TimeoutException when
   * they do not come back in time; they are interrupted then.
   */
  <T> T run(Supplier<T> rules) throws TimeoutException {
    var context = MDC.getMap();
    var task =
        new FutureTask<>(
            () -> {
              context.forEach(MDC::put);
              try {
                return rules.get();
              } finally {
                MDC.clear();
              }
            });
    begin(task);
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      throw thrown(e);
    } catch (InterruptedException _) {
      task.cancel(true);
      throw stopping();
    }
  }

  private void begin(FutureTask<?> task) {
    try {
      if (!places.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.error("No place for rules of phase early becomes free: rules hang, or are too slow.");
        throw new AssayException(
            ErrorCode.UNAVAILABLE, "Too many data of machines are being looked at; try again.");
      }
    } catch (InterruptedException _) {
      throw stopping();
    }
    threads.execute(
        () -> {
          try {
            task.run();
          } finally {
            places.release();
          }
        });
  }

  private static RuntimeException thrown(ExecutionException failure) {
    return switch (failure.getCause()) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default ->
          new IllegalStateException("the rules of phase early cannot be run", failure);
    };
  }

  private static IllegalStateException stopping() {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while rules of phase early run: the API stops");
  }
}

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
 * Runs the rules of phase early on a limited number of threads and with a timeout, because
 * unauthenticated clients can have them run on data of their choice. They are platform threads,
 * because a rule that never returns would occupy a carrier thread of the virtual threads; Java
 * cannot stop such a rule, so it keeps its slot.
 */
@ApplicationScoped
class EarlyThreads {
  private static final Logger LOG = Logger.getLogger(EarlyThreads.class);

  private final Semaphore slots = new Semaphore(2 * Runtime.getRuntime().availableProcessors());
  private final Executor threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("early-rules-", 1).factory());
  private final Duration limit;

  EarlyThreads(HookConfig config) {
    this.limit = config.hookTimeout();
  }

  /**
   * The result of {@code rules}. UNAVAILABLE when no slot becomes free in time; TimeoutException
   * when the rules do not return in time, which are then interrupted.
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
      if (!slots.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
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
            slots.release();
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

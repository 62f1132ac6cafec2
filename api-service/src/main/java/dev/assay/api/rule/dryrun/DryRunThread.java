package dev.assay.api.rule.dryrun;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * The single thread of this process for dry runs of rules; other processors stay free for callbacks
 * and requests. It is a platform thread, because a rule that never returns would occupy a carrier
 * thread of the virtual threads. Java cannot stop such a rule: until it returns, this process
 * starts no other dry run.
 */
@ApplicationScoped
class DryRunThread {
  private static final Logger LOG = Logger.getLogger(DryRunThread.class);

  private final Semaphore free = new Semaphore(1);

  /**
   * Reserves the thread for the caller until the result is closed; CONFLICT when it is reserved
   * already.
   */
  Slot take() {
    if (!free.tryAcquire()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Another dry run is under way in this process of the API, which does one at a time: try"
              + " again when it has ended. If none ends, a rule hangs: restart the API.");
    }
    return new Slot();
  }

  /** A reservation of the thread, which runs one task after the other. Used by one thread. */
  final class Slot implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(this::thread);
    private @Nullable Thread running;
    private boolean stuck;

    private Thread thread(Runnable work) {
      running = Thread.ofPlatform().daemon().name("dry-run").unstarted(work);
      return running;
    }

    /** The result of {@code work}; not to be called again after a TimeoutException. */
    <T> T call(Callable<T> work, Duration limit) throws TimeoutException {
      var context = MDC.getMap();
      var result =
          thread.submit(
              () -> {
                context.forEach(MDC::put);
                return work.call();
              });
      try {
        return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        stuck = true;
        logStack();
        result.cancel(true);
        throw e;
      } catch (ExecutionException e) {
        throw new IllegalStateException("the rules could not be run", e.getCause());
      } catch (InterruptedException _) {
        stuck = true;
        result.cancel(true);
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted in a dry run: the API stops");
      }
    }

    private void logStack() {
      var where = new TimeoutException("here");
      if (running != null) {
        where.setStackTrace(running.getStackTrace());
      }
      LOG.error("A rule does not come back from its dry run.", where);
    }

    /** Frees the thread: at once, or after a timeout when the rule returns. */
    @Override
    public void close() {
      if (stuck) {
        thread.execute(free::release);
      } else {
        free.release();
      }
      thread.shutdown();
    }
  }
}

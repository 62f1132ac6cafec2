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
 * The one thread of this process that runs rules dry: callbacks and requests keep the other
 * processors. It is a platform thread, because a rule that computes for ever would keep a carrier
 * of the virtual ones. Java cannot end it: until the rule comes back, there is no other dry run
 * here.
 */
@ApplicationScoped
class DryRunThread {
  private static final Logger LOG = Logger.getLogger(DryRunThread.class);

  private final Semaphore free = new Semaphore(1);

  /** The thread is the caller's until he closes this; CONFLICT when it is another's. */
  Turn take() {
    if (!free.tryAcquire()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Another dry run is under way in this process of the API, which does one at a time: try"
              + " again when it has ended. If none ends, a rule hangs: restart the API.");
    }
    return new Turn();
  }

  /** Work on the thread, one after the other. Used by one thread. */
  final class Turn implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(this::thread);
    private @Nullable Thread running;
    private boolean stuck;

    private Thread thread(Runnable work) {
      running = Thread.ofPlatform().daemon().name("dry-run").unstarted(work);
      return running;
    }

    /** What {@code work} gives; when it takes too long, it is the last one. */
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

    /** The thread is free, at once or when it has come back. */
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

package dev.assay.api.rule.dryrun;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.thread.GuardedThreads;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * The single thread of this process for dry runs of rules; other processors stay free for callbacks
 * and requests. Until a rule that hangs returns, this process starts no other dry run.
 */
@ApplicationScoped
class DryRunThread {
  private static final Logger LOG = Logger.getLogger(DryRunThread.class);

  private final GuardedThreads threads =
      new GuardedThreads(
          Thread.ofPlatform().name("dry-run"), 1, "interrupted in a dry run: the API stops");

  /**
   * Reserves the thread for the caller until the result is closed; CONFLICT when it is reserved
   * already.
   */
  Slot take() {
    return new Slot(
        threads
            .take(Duration.ZERO)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.CONFLICT,
                        "Another dry run is under way in this process of the API, which does one"
                            + " at a time: try again when it has ended. If none ends, a rule hangs:"
                            + " restart the API.")));
  }

  /**
   * A reservation of the thread, which runs one task after the other. Used by one thread.
   *
   * @param taken becomes free when this is closed: at once, or after a timeout when the rule
   *     returns
   */
  record Slot(GuardedThreads.Slot taken) implements AutoCloseable {
    /** The result of {@code work}; not to be called again after a TimeoutException. */
    <T> T call(Callable<T> work, Duration limit) throws TimeoutException {
      var run = taken.begin(work);
      try {
        return run.await(limit);
      } catch (TimeoutException e) {
        LOG.error(
            "A rule timed out in a dry run and is still running; its stack follows.", run.where());
        run.abandon();
        throw e;
      } catch (ExecutionException e) {
        throw new IllegalStateException("the rules could not be run", e.getCause());
      }
    }

    @Override
    public void close() {
      taken.close();
    }
  }
}

package dev.assay.api.callback;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hook.HookConfig;
import dev.assay.thread.GuardedThreads;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Runs the rules of phase early on a limited number of threads and with a timeout, because
 * unauthenticated clients can have them run on data of their choice.
 */
@ApplicationScoped
class EarlyThreads {
  private static final Logger LOG = Logger.getLogger(EarlyThreads.class);

  private final GuardedThreads threads =
      new GuardedThreads(
          Thread.ofPlatform().name("early-rules-", 1),
          2 * Runtime.getRuntime().availableProcessors(),
          "interrupted while rules of phase early run: the API stops");
  private final Duration limit;

  EarlyThreads(HookConfig config) {
    this.limit = config.hookTimeout();
  }

  /**
   * The result of {@code rules}. UNAVAILABLE when no slot becomes free in time; TimeoutException
   * when the rules do not return in time, which are then interrupted.
   */
  <T> T run(Supplier<T> rules) throws TimeoutException {
    try (var slot = threads.take(limit).orElseThrow(EarlyThreads::busy)) {
      return slot.begin(rules::get).await(limit);
    } catch (ExecutionException e) {
      throw thrown(e);
    }
  }

  private static AssayException busy() {
    LOG.error(
        "Timed out waiting for a free thread to run the rules of phase early: rules hang or are too slow.");
    return new AssayException(
        ErrorCode.UNAVAILABLE, "Too many callbacks are being processed; try again later.");
  }

  private static RuntimeException thrown(ExecutionException failure) {
    return switch (failure.getCause()) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default ->
          new IllegalStateException("the rules of phase early cannot be run", failure);
    };
  }
}

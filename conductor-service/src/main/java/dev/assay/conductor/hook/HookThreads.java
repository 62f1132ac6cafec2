package dev.assay.conductor.hook;

import dev.assay.error.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Runs hooks on platform threads of their own: a hook that computes for ever would keep a carrier
 * of the virtual threads, and with it, in the end, the conductor. What takes too long is
 * interrupted and no longer waited for; as Java cannot end a thread, a hook of which several runs
 * are still out is not begun again.
 */
final class HookThreads {
  private static final Logger LOG = Logger.getLogger(HookThreads.class);
  private static final int OUT_AT_MOST = 2;

  private final Duration limit;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("hooks-", 1).factory());
  private final Map<String, Integer> out = new ConcurrentHashMap<>();

  /** {@code limit} is what one part of one hook may take. */
  HookThreads(Duration limit) {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "assay.inspector.hook-timeout is %s: hooks need some time, such as 5s".formatted(limit));
    }
    this.limit = limit;
  }

  /** Whether so many runs of the hook are out that it must not begin again. */
  boolean refuses(String hook) {
    return out.getOrDefault(hook, 0) >= OUT_AT_MOST;
  }

  /** A run that was given up has come back after all. */
  void cameBack(String hook) {
    count(hook, -1);
    LOG.warnf("Hook %s has come back from an inspection that was given up.", hook);
  }

  /** What {@code hooks} makes of it, or that one of them did not come back in time. */
  HookOutcome run(Function<Progress, HookOutcome> hooks) {
    var progress = new Progress();
    var context = MDC.getMap();
    var running =
        threads.submit(
            () -> {
              context.forEach(MDC::put);
              try {
                return hooks.apply(progress);
              } finally {
                MDC.clear();
              }
            });
    while (true) {
      try {
        return running.get(progress.left(limit).toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException _) {
        var stuck = progress.giveUp(limit, "did not come back within " + shown(limit));
        if (stuck.isPresent()) {
          return abandon(running, stuck.get());
        }
      } catch (ExecutionException e) {
        throw rethrown(e);
      } catch (InterruptedException _) {
        running.cancel(true);
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while hooks run: the conductor stops");
      }
    }
  }

  private HookOutcome abandon(Future<HookOutcome> running, Progress.Stuck stuck) {
    count(stuck.hook(), 1);
    running.cancel(true);
    var where = new TimeoutException("here");
    where.setStackTrace(stuck.where().toArray(StackTraceElement[]::new));
    LOG.errorf(where, "Hook %s did not come back within %s.", stuck.hook(), shown(limit));
    return new HookOutcome.Failed(
        ErrorCode.HOOK_TIMEOUT,
        "Hook %s did not come back within %s.".formatted(stuck.hook(), shown(limit)),
        stuck.trace());
  }

  /** It may come back in the moment it is given up: below zero for that long. */
  private void count(String hook, int change) {
    out.merge(hook, change, (was, more) -> was + more == 0 ? null : was + more);
  }

  private static String shown(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }

  /** Hooks themselves are caught; what arrives here is an error of the process. */
  private static RuntimeException rethrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("the hooks could not be run", e.getCause());
  }
}

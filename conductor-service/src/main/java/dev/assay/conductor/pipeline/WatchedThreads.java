package dev.assay.conductor.pipeline;

import dev.assay.conductor.pipeline.Progress.HookPart;
import dev.assay.conductor.pipeline.Progress.RuleInPhase;
import dev.assay.conductor.pipeline.Progress.Work;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.InspectionFailure;
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
 * Runs hooks and rules on platform threads of their own: one that computes for ever would keep a
 * carrier of the virtual threads, and with it, in the end, the conductor. What takes too long is
 * interrupted and no longer waited for; as Java cannot end a thread, a hook or rule of which
 * several runs are still out is not begun again.
 */
final class WatchedThreads {
  private static final Logger LOG = Logger.getLogger(WatchedThreads.class);
  private static final int OUT_AT_MOST = 2;

  private final Duration limit;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("hooks-", 1).factory());
  private final Map<String, Integer> out = new ConcurrentHashMap<>();

  /** {@code limit} is what one part of one hook, or one rule, may take. */
  WatchedThreads(Duration limit) {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "assay.inspector.hook-timeout is %s: hooks need some time, such as 5s".formatted(limit));
    }
    this.limit = limit;
  }

  /** HOOK_TIMEOUT or RULE_TIMEOUT when so many runs are out that it must not begin again. */
  void admit(Work work) {
    if (out.getOrDefault(work.name(), 0) >= OUT_AT_MOST) {
      throw new InspectionFailure(
          code(work),
          "%s is not run: earlier runs of it have not come back. Restart the conductor, or take it out of %s."
              .formatted(
                  work.name(),
                  switch (work) {
                    case HookPart _ -> "the list of hooks";
                    case RuleInPhase _ -> "the rules";
                  }));
    }
  }

  /** A run that was given up has come back after all. */
  void cameBack(Work work) {
    count(work, -1);
    LOG.warnf("%s has come back from an inspection that was given up.", work.name());
  }

  /** What {@code all} makes of it, or that one part did not come back in time. */
  PipelineOutcome run(Function<Progress, PipelineOutcome> all) {
    var progress = new Progress();
    var context = MDC.getMap();
    var running =
        threads.submit(
            () -> {
              context.forEach(MDC::put);
              try {
                return all.apply(progress);
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
        throw new IllegalStateException(
            "interrupted while hooks and rules run: the conductor stops");
      }
    }
  }

  private PipelineOutcome abandon(Future<PipelineOutcome> running, Progress.Stuck stuck) {
    count(stuck.work(), 1);
    running.cancel(true);
    var where = new TimeoutException("here");
    where.setStackTrace(stuck.where().toArray(StackTraceElement[]::new));
    var sentence = "%s did not come back within %s.".formatted(stuck.work().name(), shown(limit));
    LOG.error(sentence, where);
    return new PipelineOutcome.Failed(code(stuck.work()), sentence, stuck.trace());
  }

  private static ErrorCode code(Work work) {
    return switch (work) {
      case HookPart _ -> ErrorCode.HOOK_TIMEOUT;
      case RuleInPhase _ -> ErrorCode.RULE_TIMEOUT;
    };
  }

  /** It may come back in the moment it is given up: below zero for that long. */
  private void count(Work work, int change) {
    out.merge(work.name(), change, (was, more) -> was + more == 0 ? null : was + more);
  }

  private static String shown(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }

  /** Hooks and rules themselves are caught; what arrives here is an error of the process. */
  private static RuntimeException rethrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("the hooks and rules could not be run", e.getCause());
  }
}

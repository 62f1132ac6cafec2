package dev.assay.conductor.pipeline;

import dev.assay.conductor.pipeline.Progress.HookPart;
import dev.assay.conductor.pipeline.Progress.RuleInPhase;
import dev.assay.conductor.pipeline.Progress.Work;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.thread.GuardedThreads;
import dev.assay.tracing.Tracing;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Runs hooks and rules with a time limit for each. One that takes too long is interrupted, and its
 * inspection given up. Java cannot stop a thread, so a hook or rule is not started again while
 * several of its earlier runs have not returned.
 */
final class WatchedThreads {
  private static final Logger LOG = Logger.getLogger(WatchedThreads.class);
  private static final int MAX_ABANDONED = 2;

  private final Duration limit;
  private final Tracing tracing;
  private final GuardedThreads threads =
      new GuardedThreads(
          Thread.ofPlatform().name("hooks-", 1),
          GuardedThreads.UNLIMITED,
          "interrupted while hooks and rules run: the conductor stops");
  private final Map<String, Integer> abandonedRuns = new ConcurrentHashMap<>();

  /** {@code limit} is the longest duration of one part of one hook, or of one rule. */
  WatchedThreads(Duration limit, Tracing tracing) {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "assay.inspector.hook-timeout is %s: hooks need some time, such as 5s".formatted(limit));
    }
    this.limit = limit;
    this.tracing = tracing;
  }

  /**
   * Throws InspectionFailure with HOOK_TIMEOUT or RULE_TIMEOUT when too many earlier runs of {@code
   * work} have not returned.
   */
  void admit(Work work) {
    if (abandonedRuns.getOrDefault(work.name(), 0) >= MAX_ABANDONED) {
      throw new InspectionFailure(
          code(work),
          ("%s is not run: earlier runs of it have not returned. Restart the conductor, or remove"
                  + " it from %s.")
              .formatted(
                  work.name(),
                  switch (work) {
                    case HookPart _ -> "the list of hooks";
                    case RuleInPhase _ -> "the rules";
                  }));
    }
  }

  /** Returns the outcome of {@code all}, or a failure when one part exceeds the time limit. */
  PipelineOutcome run(Function<Progress, PipelineOutcome> all) {
    var progress = new Progress(tracing);
    try (var slot = threads.take(Duration.ZERO).orElseThrow()) {
      var run = slot.begin(() -> all.apply(progress));
      while (true) {
        try {
          return run.await(progress.left(limit));
        } catch (TimeoutException _) {
          var stuck = progress.giveUp(limit, "did not return within " + shown(limit));
          if (stuck.isPresent()) {
            return abandon(run, stuck.get());
          }
        }
      }
    } catch (ExecutionException e) {
      throw rethrown(e);
    }
  }

  private PipelineOutcome abandon(GuardedThreads.Run<PipelineOutcome> run, Progress.Stuck stuck) {
    var where = run.where();
    count(stuck.work(), 1);
    run.abandon();
    var sentence = "%s did not return within %s.".formatted(stuck.work().name(), shown(limit));
    LOG.error(sentence, where);
    run.whenReturned(() -> cameBack(stuck.work()));
    return new PipelineOutcome.Failed(code(stuck.work()), sentence, stuck.trace());
  }

  private void cameBack(Work work) {
    count(work, -1);
    LOG.warnf("%s has returned after its inspection was given up.", work.name());
  }

  private static ErrorCode code(Work work) {
    return switch (work) {
      case HookPart _ -> ErrorCode.HOOK_TIMEOUT;
      case RuleInPhase _ -> ErrorCode.RULE_TIMEOUT;
    };
  }

  /** Counts runs that have not returned. */
  private void count(Work work, int change) {
    abandonedRuns.merge(work.name(), change, (was, more) -> was + more == 0 ? null : was + more);
  }

  private static String shown(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }

  /**
   * Exceptions of hooks and rules are caught earlier; what arrives here is an error of the process.
   */
  private static RuntimeException rethrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("the hooks and rules could not be run", e.getCause());
  }
}

package dev.assay.conductor.pipeline;

import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Trace.RuleRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** How far one inspection is; the thread that waits for it looks at it. */
final class Progress {
  private final List<HookRun> hooks = new ArrayList<>();
  private final List<RuleRun> rules = new ArrayList<>();
  private @Nullable Current current;
  private boolean givenUp;

  /** What can take too long. */
  sealed interface Work {
    /** For a sentence, and the same for each run of it. */
    String name();
  }

  /** A hook's "preprocess" or "process". */
  record HookPart(String hook, String part) implements Work {
    @Override
    public String name() {
      return "Hook " + hook;
    }
  }

  /** A rule, by its UUID, in its phase. */
  record RuleInPhase(String rule, String phase) implements Work {
    @Override
    public String name() {
      return "Rule " + rule;
    }
  }

  /** What runs now. */
  private record Current(Work work, long begun, Thread thread) {
    Duration lasted() {
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /** Given up: what, where it was, and the trace up to it. */
  record Stuck(Work work, List<StackTraceElement> where, Trace trace) {}

  /** {@code work} begins; CancellationException when nobody waits for it any more. */
  synchronized void begin(Work work) {
    if (givenUp) {
      throw new CancellationException();
    }
    current = new Current(work, System.nanoTime(), Thread.currentThread());
  }

  /** The part that began last is over; false when nobody waited for it any more. */
  synchronized boolean end(HookRun run) {
    return end(hooks, run);
  }

  /** The rule that began last is over; false when nobody waited for it any more. */
  synchronized boolean end(RuleRun run) {
    return end(rules, run);
  }

  private <R> boolean end(List<R> runs, R run) {
    current = null;
    if (!givenUp) {
      runs.add(run);
    }
    return !givenUp;
  }

  synchronized Trace trace() {
    return new Trace(hooks, rules);
  }

  /** What is left of {@code limit} for what runs now. */
  synchronized Duration left(Duration limit) {
    return current == null ? limit : limit.minus(current.lasted());
  }

  /** Gives up what has run for {@code limit}; {@code why} goes into the trace. */
  synchronized Optional<Stuck> giveUp(Duration limit, String why) {
    if (current == null || current.lasted().compareTo(limit) < 0) {
      return Optional.empty();
    }
    givenUp = true;
    var micros = current.lasted().toNanos() / 1000;
    switch (current.work()) {
      case HookPart(var hook, var part) ->
          hooks.add(new HookRun(hook, part, micros, List.of(), List.of(), why));
      case RuleInPhase(var rule, var phase) ->
          rules.add(new RuleRun(rule, phase, null, null, List.of(), List.of(), why));
    }
    return Optional.of(
        new Stuck(current.work(), List.of(current.thread().getStackTrace()), trace()));
  }
}

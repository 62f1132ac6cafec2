package dev.assay.conductor.pipeline;

import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.tracing.Span;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one inspection, which the thread that waits for it observes; each hook and rule
 * is a span. Thread-safe.
 */
final class Progress {
  /** A run may have thousands of rules. */
  private static final int MOST_SPANS = 100;

  private final Tracing tracing;
  private final List<HookRun> hooks = new ArrayList<>();
  private final List<RuleRun> rules = new ArrayList<>();
  private @Nullable Current current;
  private boolean givenUp;
  private int spans;

  Progress(Tracing tracing) {
    this.tracing = tracing;
  }

  /** A hook or rule whose duration is limited. */
  sealed interface Work {
    /** A name for messages, the same for each run. */
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

  /** The work that runs now. */
  private record Current(Work work, long begun, Span span) {
    Duration lasted() {
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /** Work that was given up, with the trace of the inspection so far. */
  record Stuck(Work work, Trace trace) {}

  /**
   * Records that {@code work} starts; throws CancellationException when the inspection was given
   * up.
   */
  synchronized void begin(Work work) {
    if (givenUp) {
      throw new CancellationException();
    }
    current = new Current(work, System.nanoTime(), span(work).enter());
  }

  private Span span(Work work) {
    if (!tracing.isOn() || spans++ >= MOST_SPANS) {
      return Span.NONE;
    }
    return switch (work) {
      case HookPart(var hook, var part) -> tracing.child(Kind.INTERNAL, "hook " + part, hook);
      case RuleInPhase(var rule, var phase) ->
          tracing.child(Kind.INTERNAL, "rule " + phase, "").with("assay.rule.uuid", rule);
    };
  }

  /** Records the end of the current hook part. */
  synchronized void end(HookRun run) {
    end(hooks, run, run.failure());
  }

  /** Records the end of the current rule. */
  synchronized void end(RuleRun run) {
    end(rules, run, run.failure());
  }

  private <R> void end(List<R> runs, R run, @Nullable String failure) {
    if (current != null) {
      var span = failure == null ? current.span() : current.span().failed("failed");
      span.close();
    }
    current = null;
    if (!givenUp) {
      runs.add(run);
    }
  }

  synchronized Trace trace() {
    return new Trace(hooks, rules);
  }

  /** How much of {@code limit} the current work has left. */
  synchronized Duration left(Duration limit) {
    return current == null ? limit : limit.minus(current.lasted());
  }

  /**
   * Gives up work that has run for {@code limit}, with {@code why} in the trace; empty when none
   * has.
   */
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
    return Optional.of(new Stuck(current.work(), trace()));
  }
}

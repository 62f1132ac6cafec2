package dev.assay.conductor.pipeline;

import dev.assay.conductor.pipeline.Progress.RuleInPhase;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.RuleEngine;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies the time limit of {@link WatchedThreads} to rules. */
final class WatchedRules implements RuleEngine.Watch {
  private final WatchedThreads threads;
  private final Progress progress;
  private @Nullable RuleInPhase current;

  WatchedRules(WatchedThreads threads, Progress progress) {
    this.threads = threads;
    this.progress = progress;
  }

  @Override
  public void begin(Rule rule) {
    current = new RuleInPhase(rule.uuid(), rule.phase().wire());
    threads.admit(current);
    progress.begin(current);
  }

  @Override
  public void end(RuleRun run) {
    if (!progress.end(run)) {
      threads.cameBack(Objects.requireNonNull(current));
    }
  }
}

package dev.assay.conductor.pipeline;

import dev.assay.conductor.pipeline.Progress.RuleInPhase;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleEngine;

/** Applies the time limit of {@link WatchedThreads} to rules. */
final class WatchedRules implements RuleEngine.Watch {
  private final WatchedThreads threads;
  private final Progress progress;

  WatchedRules(WatchedThreads threads, Progress progress) {
    this.threads = threads;
    this.progress = progress;
  }

  @Override
  public void begin(Rule rule) {
    var work = new RuleInPhase(rule.uuid(), rule.phase().wire());
    threads.admit(work);
    progress.begin(work);
  }

  @Override
  public void end(RuleRun run) {
    progress.end(run);
  }
}

package dev.assay.conductor.pipeline;

import dev.assay.change.ChangeSet;
import dev.assay.rule.Phase;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import java.util.List;

/** Runs rules for a {@link Pipeline}, one phase at a time. */
@FunctionalInterface
public interface RulePhases {
  /** Runs no rules. */
  RulePhases NONE = (_, _, _) -> new RuleOutcome.Done(List.of());

  /**
   * Runs the rules of {@code phase} on the data in {@code changes}, and adds their changes to it.
   */
  RuleOutcome run(Phase phase, ChangeSet changes, RuleEngine.Watch watch);
}

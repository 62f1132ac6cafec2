package dev.assay.conductor.pipeline;

import dev.assay.hook.ChangeSet;
import dev.assay.rule.definition.Phase;
import dev.assay.rule.RuleEngine;
import dev.assay.rule.RuleOutcome;
import java.util.List;

/** What a {@link Pipeline} asks for rules, between the hooks and after them. */
@FunctionalInterface
public interface RulePhases {
  /** No rules at all. */
  RulePhases NONE = (_, _, _) -> new RuleOutcome.Done(List.of());

  /** Runs those of {@code phase} on what is in {@code changes}, and puts there what they change. */
  RuleOutcome run(Phase phase, ChangeSet changes, RuleEngine.Watch watch);
}

package dev.assay.api.rule.dryrun;

import dev.assay.rule.engine.CompiledRule;
import java.util.List;
import java.util.Optional;

/**
 * The content of a dry run request: which rules to run on which nodes.
 *
 * @param rules of all phases; those with the same priority in the order in which they run
 * @param nodes their row numbers; empty for all nodes that have a stored inventory
 */
record DryRunOrder(List<CompiledRule> rules, Optional<List<Long>> nodes) {
  DryRunOrder {
    rules = List.copyOf(rules);
    nodes = nodes.map(List::copyOf);
  }
}

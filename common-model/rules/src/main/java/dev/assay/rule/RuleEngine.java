package dev.assay.rule;

import dev.assay.rule.definition.Phase;
import dev.assay.rule.definition.Rule;

import dev.assay.inspection.Trace.RuleRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jboss.logging.Logger;

/** Runs the rules of one phase over the data of one inspection. Source: spec rules.md 3, 5. */
public final class RuleEngine {
  private static final Logger LOG = Logger.getLogger(RuleEngine.class);
  private static final Comparator<CompiledRule> ORDER =
      Comparator.comparing(CompiledRule::rule, Rule.ORDER);

  private RuleEngine() {}

  /** Is told of each rule, before it is looked at and afterwards; what it throws ends the run. */
  public interface Watch {
    /** {@code rule} is next. */
    void begin(Rule rule);

    /** The rule that was begun is over. */
    void end(RuleRun run);
  }

  private enum Nobody implements Watch {
    WATCHES;

    @Override
    public void begin(Rule rule) {}

    @Override
    public void end(RuleRun run) {}
  }

  /** As below, watched by nobody. */
  public static RuleOutcome run(Phase phase, List<CompiledRule> rules, RuleScope scope) {
    return run(phase, rules, scope, Nobody.WATCHES);
  }

  /**
   * Runs those of {@code rules} that are of {@code phase}, each after the other, so that one sees
   * what those before it changed in {@code scope}. The first failure ends it; any exception but
   * OutOfMemoryError is a failure of this inspection and no other.
   *
   * @param rules in the order that {@link Rule#ORDER} wants
   */
  public static RuleOutcome run(
      Phase phase, List<CompiledRule> rules, RuleScope scope, Watch watch) {
    List<RuleRun> trace = new ArrayList<>();
    var due = rules.stream().filter(it -> it.rule().phase() == phase).sorted(ORDER).toList();
    for (var rule : due) {
      Interruption.check();
      watch.begin(rule.rule());
      var evaluation = new RuleEvaluation(rule, scope);
      var failure = evaluation.run();
      var run = evaluation.trace();
      trace.add(run);
      watch.end(run);
      if (failure.isPresent()) {
        return new RuleOutcome.Failed(failure.get().code(), failure.get().sentence(), trace);
      }
    }
    LOG.debugf("%d inspection rules of phase %s", due.size(), phase.wire());
    return new RuleOutcome.Done(trace);
  }
}

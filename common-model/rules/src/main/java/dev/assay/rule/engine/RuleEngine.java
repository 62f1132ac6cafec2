package dev.assay.rule.engine;

import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Rule;
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

  /**
   * Observes a run: called before and after each rule. An exception that it throws ends the run.
   */
  public interface Watch {
    /** {@code rule} runs next. */
    void begin(Rule rule);

    /** The rule last passed to {@link #begin} has ended. */
    void end(RuleRun run);
  }

  private enum NoWatch implements Watch {
    INSTANCE;

    @Override
    public void begin(Rule rule) {}

    @Override
    public void end(RuleRun run) {}
  }

  /** As below, without a {@link Watch}. */
  public static RuleOutcome run(Phase phase, List<CompiledRule> rules, RuledData scope) {
    return run(phase, rules, scope, NoWatch.INSTANCE);
  }

  /**
   * Runs those of {@code rules} that belong to {@code phase}, one after the other; each sees what
   * the rules before it changed in {@code scope}. The first failure ends the run. Any exception
   * from a condition or action except OutOfMemoryError is a failure of this inspection only.
   *
   * @param rules run in the order of {@link Rule#ORDER}; equal ones in the given order
   */
  public static RuleOutcome run(
      Phase phase, List<CompiledRule> rules, RuledData scope, Watch watch) {
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

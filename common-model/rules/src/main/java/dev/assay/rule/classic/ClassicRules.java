package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.engine.RuleEngine.Watch;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.rule.engine.RuledData;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs classic rules over the data of one introspection, in two passes: first all conditions are
 * checked, then the actions of the rules that hold are carried out. Source: spec
 * inspector-compat.md 6.4.
 */
public final class ClassicRules {
  private ClassicRules() {}

  /**
   * Runs {@code rules}. Their changes are in {@code scope} and count only when the outcome is Done.
   * Any exception but OutOfMemoryError fails this introspection and no other.
   *
   * @param rules in the order of their creation
   * @param data the flat data of the introspection; not changed. Source: spec inspector-compat.md 5
   * @param masked whether rules see *** instead of secrets
   */
  public static RuleOutcome run(
      List<ClassicRule> rules, ObjectNode data, RuledData scope, boolean masked, Watch watch) {
    var trace = new ArrayList<RuleRun>();
    var input = ClassicEvaluation.Input.of(data, scope, masked);
    var due = new ArrayList<ClassicEvaluation>();
    for (var rule : rules) {
      watch.begin(rule.watched());
      var evaluation = new ClassicEvaluation(rule, input, scope);
      var failure = evaluation.checkConditions();
      if (failure.isEmpty() && evaluation.matched()) {
        due.add(evaluation); // it ends in the second pass
        continue;
      }
      end(evaluation, trace, watch);
      if (failure.isPresent()) {
        return new RuleOutcome.Failed(failure.get().code(), failure.get().sentence(), trace);
      }
    }
    for (var evaluation : due) {
      watch.begin(evaluation.rule().watched());
      var failure = evaluation.runActions();
      end(evaluation, trace, watch);
      if (failure.isPresent()) {
        return new RuleOutcome.Failed(failure.get().code(), failure.get().sentence(), trace);
      }
    }
    return new RuleOutcome.Done(trace);
  }

  private static void end(ClassicEvaluation evaluation, List<RuleRun> trace, Watch watch) {
    var run = evaluation.trace();
    trace.add(run);
    watch.end(run);
  }
}

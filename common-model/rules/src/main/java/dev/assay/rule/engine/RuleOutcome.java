package dev.assay.rule.engine;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.RuleRun;
import java.util.List;

/** How the rules of one phase of one inspection ended. */
public sealed interface RuleOutcome {
  /** One entry for each rule that was evaluated, in order, including the failed one. */
  List<RuleRun> trace();

  /** No rule failed: their changes in the {@link RuledData} may be committed. */
  record Done(List<RuleRun> trace) implements RuleOutcome {
    public Done {
      trace = List.copyOf(trace);
    }
  }

  /**
   * A rule failed: none of the changes may be stored.
   *
   * @param code RULE_CONDITION_FAILED, RULE_ACTION_FAILED, or FAILED_BY_RULE for action fail
   * @param sentence why, without secrets; for a sensitive rule without any detail
   */
  record Failed(ErrorCode code, String sentence, List<RuleRun> trace) implements RuleOutcome {
    public Failed {
      trace = List.copyOf(trace);
    }
  }
}

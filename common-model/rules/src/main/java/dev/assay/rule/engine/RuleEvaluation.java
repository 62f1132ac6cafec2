package dev.assay.rule.engine;

import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.argument.BadArgument;
import dev.assay.rule.argument.EvaluationContext;
import dev.assay.rule.definition.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Evaluates one rule on the data of one inspection and records its trace. Used once. */
final class RuleEvaluation {
  private static final Logger LOG = Logger.getLogger(RuleEvaluation.class);

  /** In characters. */
  private static final int MAX_MESSAGE_LENGTH = 4000;

  private final CompiledRule compiled;
  private final Rule rule;
  private final RuledData scope;
  private final EvaluationContext evaluation;
  private final List<ActionRun> actions = new ArrayList<>(0);
  private @Nullable Boolean matched;
  private @Nullable Decision decision;
  private @Nullable String failure;

  /** Why the inspection fails. */
  record Failure(ErrorCode code, String sentence) {}

  RuleEvaluation(CompiledRule compiled, RuledData scope) {
    this.compiled = compiled;
    this.rule = compiled.rule();
    this.scope = scope;
    var changeLog = scope.changeLog();
    evaluation =
        new EvaluationContext(
            scope.variables(compiled.masked()),
            compiled.mode(),
            false,
            rule.sensitive(),
            value -> changeLog.secrets().safe(value, MAX_MESSAGE_LENGTH),
            changeLog::warn);
  }

  /** Checks the conditions and, if all hold, runs the actions. Empty when nothing failed. */
  Optional<Failure> run() {
    scope.sensitive(rule.sensitive());
    var failed = applies() ? checkConditions().or(this::runActions) : Optional.<Failure>empty();
    failure = failed.map(Failure::sentence).orElse(null);
    return failed;
  }

  /**
   * The trace of this rule; takes the warnings out of the change log, so that all belong to this
   * rule.
   */
  RuleRun trace() {
    var warnings = scope.changeLog().takeWarnings();
    return new RuleRun(
        rule.uuid(),
        rule.phase().wire(),
        matched,
        decision,
        actions,
        rule.sensitive() ? List.of() : warnings,
        failure);
  }

  private boolean applies() {
    var wanted = compiled.scope();
    var applies = wanted == null || wanted.equals(scope.inspectionScope());
    if (!applies) {
      matched = false;
      decision =
          new Decision(
              "scope",
              "rule: %s, node: %s"
                  .formatted(
                      wanted, scope.changeLog().shown(String.valueOf(scope.inspectionScope()))));
    }
    return applies;
  }

  private Optional<Failure> checkConditions() {
    for (var condition : compiled.conditions()) {
      var answer = new CompiledCondition.Answer();
      try {
        condition.ask(evaluation, answer);
      } catch (OutOfMemoryError e) {
        throw e; // a failure of the process, not of this inspection
      } catch (Throwable e) {
        decision = decision(condition.step(), answer);
        return Optional.of(conditionFailed(condition.step(), e));
      }
      if (!answer.holds()) {
        matched = false;
        decision = decision(condition.step(), answer);
        return Optional.empty();
      }
    }
    matched = true;
    return Optional.empty();
  }

  private Optional<Failure> runActions() {
    if (!Objects.equals(matched, true)) {
      return Optional.empty();
    }
    for (var action : compiled.actions()) {
      Optional<Failure> failed = Optional.empty();
      try {
        action.run(evaluation, scope);
      } catch (OutOfMemoryError e) {
        throw e; // a failure of the process, not of this inspection
      } catch (Throwable e) {
        failed = Optional.of(actionFailed(action.step(), e));
      }
      actions.add(actionRun(action.step(), scope.changeLog().takeChanges()));
      if (failed.isPresent()) {
        return failed;
      }
    }
    return Optional.empty();
  }

  private Decision decision(CompiledStep step, CompiledCondition.Answer answer) {
    return rule.sensitive()
        ? new Decision(step.place(), null)
        : new Decision(
            "%s %s".formatted(step.place(), step.op()), answer.compared(scope.changeLog()::shown));
  }

  private ActionRun actionRun(CompiledStep step, List<String> changes) {
    return rule.sensitive()
        ? new ActionRun(step.place(), List.of())
        : new ActionRun("%s %s".formatted(step.place(), step.op()), changes);
  }

  private Failure conditionFailed(CompiledStep step, Throwable thrown) {
    return failure(
        ErrorCode.RULE_CONDITION_FAILED,
        "condition check failed",
        thrown instanceof BadArgument bad
            ? "Inspection rule condition check failed. Reason: Failed to check condition: '%s' on %s: %s: %s"
                .formatted(step.op(), bad.argument(), bad.shown(), bad.getMessage())
            : unexpected(step, thrown));
  }

  private Failure actionFailed(CompiledStep step, Throwable thrown) {
    if (thrown instanceof InspectionFailure deliberate) {
      var code = Objects.requireNonNullElse(deliberate.code(), ErrorCode.RULE_ACTION_FAILED);
      return code == ErrorCode.FAILED_BY_RULE
          ? new Failure(code, masked(deliberate.sentence()))
          : failure(code, "action %s failed".formatted(step.op()), deliberate.sentence());
    }
    return failure(
        ErrorCode.RULE_ACTION_FAILED,
        "action %s failed".formatted(step.op()),
        thrown instanceof ActionFailed failed
            ? "Inspection rule action execution failed. Reason: " + failed.getMessage()
            : unexpected(step, thrown));
  }

  /** Uses the short message for a sensitive rule, and when there are too many secrets to mask. */
  private Failure failure(ErrorCode code, String shortReason, String fullSentence) {
    var useShortForm = rule.sensitive() || scope.changeLog().secrets().tooMany();
    return new Failure(
        code,
        useShortForm
            ? "Failed to apply %srule %s%s: %s"
                .formatted(rule.sensitive() ? "sensitive " : "", rule.uuid(), toNode(), shortReason)
            : masked(fullSentence));
  }

  private String unexpected(CompiledStep step, Throwable thrown) {
    return "Failed to apply rule %s%s, %s: %s"
        .formatted(rule.uuid(), toNode(), step.place(), messageOf(step, thrown));
  }

  /**
   * The message of any Throwable; its class may come from a plug-in, so getMessage() may throw as
   * well.
   */
  private String messageOf(CompiledStep step, Throwable thrown) {
    try {
      if (!(thrown instanceof IllegalArgumentException)) {
        logCrash(step, thrown);
      }
      var message = thrown.getMessage();
      return message == null ? thrown.getClass().getSimpleName() : message;
    } catch (RuntimeException | StackOverflowError _) {
      return thrown.getClass().getName() + ", whose message cannot be read";
    }
  }

  /**
   * Logs where it crashed, without the messages of its causes, which may contain a secret, and only
   * the first lines of the stack trace: endless recursion makes thousands.
   */
  private void logCrash(CompiledStep step, Throwable thrown) {
    var withoutMessage = new IllegalStateException(thrown.getClass().getName());
    withoutMessage.setStackTrace(
        Arrays.stream(thrown.getStackTrace()).limit(30).toArray(StackTraceElement[]::new));
    LOG.errorf(withoutMessage, "Rule %s crashed in %s.", rule.uuid(), step.place());
  }

  private String toNode() {
    return scope.nodeUuid().map(" to node "::concat).orElse("");
  }

  private String masked(String sentence) {
    return scope.changeLog().secrets().hidden(sentence, MAX_MESSAGE_LENGTH);
  }
}

package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.rule.engine.Interruption;
import dev.assay.rule.engine.RuledData;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Evaluates one classic rule on the data of one introspection and records its trace. Used once. */
final class ClassicEvaluation {
  private static final Logger LOG = Logger.getLogger(ClassicEvaluation.class);

  /** In characters. */
  private static final int MAX_MESSAGE_LENGTH = 4000;

  private final ClassicRule rule;
  private final Input input;
  private final RuledData scope;
  private final List<ActionRun> actions = new ArrayList<>(0);
  private @Nullable Boolean matched;
  private @Nullable Decision decision;
  private @Nullable String failure;

  /** Why the introspection fails. */
  record Failure(ErrorCode code, String sentence) {}

  /** The documents that rules read; the node changes while rules run. */
  record Input(JsonNode data, RuledData scope, boolean masked) {
    static Input of(ObjectNode data, RuledData scope, boolean masked) {
      return new Input(masked ? scope.masked(data) : data, scope, masked);
    }

    JsonNode document(FieldPath.Source source) {
      return switch (source) {
        case DATA -> data;
        case NODE -> masked ? scope.node().masked() : scope.node().unmasked();
      };
    }
  }

  ClassicEvaluation(ClassicRule rule, Input input, RuledData scope) {
    this.rule = rule;
    this.input = input;
    this.scope = scope;
  }

  ClassicRule rule() {
    return rule;
  }

  /** Whether all conditions hold. */
  boolean matched() {
    return Objects.equals(matched, true);
  }

  /** Checks scope and conditions; empty when nothing failed. */
  Optional<Failure> checkConditions() {
    var wanted = rule.scope();
    if (wanted != null && !wanted.isEmpty() && !wanted.equals(scope.inspectionScope())) {
      matched = false;
      decision =
          new Decision(
              "scope", "rule: %s, node: %s".formatted(wanted, shown(scope.inspectionScope())));
      return Optional.empty();
    }
    for (int i = 0; i < rule.conditions().size(); i++) {
      Interruption.check();
      var condition = rule.conditions().get(i);
      var place = "conditions[%d]".formatted(i);
      try {
        var answer = condition.ask(input::document);
        if (!answer.holds()) {
          matched = false;
          decision = decision(place, condition, answer.found());
          return Optional.empty();
        }
      } catch (OutOfMemoryError e) {
        throw e; // a failure of the process, not of this introspection
      } catch (Throwable e) {
        decision = decision(place, condition, null);
        return failed(ErrorCode.RULE_CONDITION_FAILED, place, e);
      }
    }
    matched = true;
    return Optional.empty();
  }

  /** Carries the actions out, until one fails; empty when none did. */
  Optional<Failure> runActions() {
    for (int i = 0; i < rule.actions().size(); i++) {
      Interruption.check();
      var action = rule.actions().get(i);
      var place = "actions[%d]".formatted(i);
      Optional<Failure> failed = Optional.empty();
      try {
        action.run(input.data(), scope, this::shown);
      } catch (OutOfMemoryError e) {
        throw e; // a failure of the process, not of this introspection
      } catch (Throwable e) {
        failed = failed(ErrorCode.RULE_ACTION_FAILED, place, e);
      }
      actions.add(
          new ActionRun(place + " " + action.kind().wire(), scope.changeLog().takeChanges()));
      if (failed.isPresent()) {
        return failed;
      }
    }
    return Optional.empty();
  }

  /** The trace of this rule; takes the warnings out of the change log. */
  RuleRun trace() {
    return new RuleRun(
        rule.uuid().toString(),
        Phase.MAIN.wire(),
        matched,
        decision,
        actions,
        scope.changeLog().takeWarnings(),
        failure);
  }

  private Decision decision(String place, ClassicCondition condition, @Nullable JsonNode found) {
    var shownValue = found == null ? "nothing" : scope.changeLog().shown(found);
    return new Decision(
        "%s %s%s".formatted(place, condition.invert() ? "!" : "", condition.op().wire()),
        "%s: %s".formatted(shown(condition.field().written()), shownValue));
  }

  private Optional<Failure> failed(ErrorCode code, String place, Throwable thrown) {
    var result =
        thrown instanceof InspectionFailure deliberate
            ? new Failure(
                Objects.requireNonNullElse(deliberate.code(), code), hidden(deliberate.sentence()))
            : new Failure(
                code,
                hidden(
                    "Failed to apply rule %s%s, %s: %s"
                        .formatted(
                            rule.uuid(),
                            scope.nodeUuid().map(" to node "::concat).orElse(""),
                            place,
                            why(place, thrown))));
    failure = result.sentence();
    return Optional.of(result);
  }

  private String why(String place, Throwable thrown) {
    if (!(thrown instanceof IllegalArgumentException)) {
      LOG.errorf(thrown, "Classic rule %s crashed in %s.", rule.uuid(), place);
      return thrown.getClass().getSimpleName();
    }
    return String.valueOf(thrown.getMessage());
  }

  private String shown(@Nullable String text) {
    return scope.changeLog().shown(String.valueOf(text));
  }

  private String hidden(String sentence) {
    return scope.changeLog().secrets().tooMany()
        ? "Failed to apply rule %s".formatted(rule.uuid())
        : scope.changeLog().secrets().hidden(sentence, MAX_MESSAGE_LENGTH);
  }
}

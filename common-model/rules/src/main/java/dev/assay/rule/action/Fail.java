package dev.assay.rule.action;

import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/** Fails the inspection. Source: spec rules.md 10, fail. */
public final class Fail implements RuleAction {
  private static final Argument<String> MESSAGE = Argument.required("msg", ArgumentType.TEXT);

  @Override
  public String name() {
    return "fail";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(MESSAGE);
  }

  @Override
  public boolean early() {
    return true;
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "fail the inspection";
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    throw new InspectionFailure(
        ErrorCode.FAILED_BY_RULE, "Failed to inspect hardware. Reason: " + given.told(MESSAGE));
  }
}

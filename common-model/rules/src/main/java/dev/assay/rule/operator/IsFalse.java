package dev.assay.rule.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import java.util.Locale;
import java.util.Set;

/** The value is false, null, 0, or the string no or false. Source: spec rules.md 6, is-false. */
public final class IsFalse implements RuleOperator {
  private static final Argument<JsonNode> VALUE = Argument.required("value", ArgumentType.JSON);

  @Override
  public String name() {
    return "is-false";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE);
  }

  @Override
  public boolean test(ArgumentValues given) {
    var value = given.get(VALUE);
    return switch (value.getNodeType()) {
      case BOOLEAN -> !value.booleanValue();
      case NUMBER -> value.decimalValue().signum() == 0;
      case NULL -> true;
      case STRING -> Set.of("no", "false").contains(value.textValue().toLowerCase(Locale.ROOT));
      case ARRAY, OBJECT, MISSING, BINARY, POJO -> false;
    };
  }
}

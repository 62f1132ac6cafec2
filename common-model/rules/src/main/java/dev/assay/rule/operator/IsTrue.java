package dev.assay.rule.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import java.util.Locale;
import java.util.Set;

/**
 * The value is true, a number other than 0, or the string yes or true. Source: spec rules.md 6,
 * is-true.
 */
public final class IsTrue implements RuleOperator {
  private static final Argument<JsonNode> VALUE = Argument.required("value", ArgumentType.JSON);

  @Override
  public String name() {
    return "is-true";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE);
  }

  @Override
  public boolean test(ArgumentValues given) {
    var value = given.get(VALUE);
    return switch (value.getNodeType()) {
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> value.decimalValue().signum() != 0;
      case STRING -> Set.of("yes", "true").contains(value.textValue().toLowerCase(Locale.ROOT));
      case NULL, ARRAY, OBJECT, MISSING, BINARY, POJO -> false;
    };
  }
}

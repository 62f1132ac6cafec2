package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.interpolation.ResultMode;
import dev.assay.rule.interpolation.Variables;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The context in which arguments are evaluated.
 *
 * @param variables as the rule may see them
 * @param inLoop whether there is an {@code item}
 * @param sensitive whether the rule is sensitive, so that its content must not be shown
 * @param withoutSecrets masks the secrets in a value
 * @param warnings receives one sentence for each string with an unresolved expression
 */
public record EvaluationContext(
    Variables variables,
    ResultMode mode,
    boolean inLoop,
    boolean sensitive,
    UnaryOperator<JsonNode> withoutSecrets,
    Consumer<String> warnings) {

  /** The context for one iteration of a loop. */
  public EvaluationContext with(JsonNode item) {
    return new EvaluationContext(
        name -> name.equals("item") ? item : variables.find(name),
        mode,
        true,
        sensitive,
        withoutSecrets,
        warnings);
  }
}

package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.interpolation.ResultMode;
import dev.assay.rule.interpolation.Variables;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What arguments are evaluated in.
 *
 * @param variables as the rule may see them
 * @param inLoop whether there is an {@code item}
 * @param sensitive whether the rule's content must not be told
 * @param withoutSecrets what may be shown of a value
 * @param warnings takes a sentence for each text that stands as it is written
 */
public record EvaluationContext(
    Variables variables,
    ResultMode mode,
    boolean inLoop,
    boolean sensitive,
    UnaryOperator<JsonNode> withoutSecrets,
    Consumer<String> warnings) {

  /** One iteration of a loop. */
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

package dev.assay.rule.definition;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One action of a rule, in the JSON form of the API and of storage.
 *
 * @param op the name of an action
 * @param args an object, or the deprecated list
 * @param loop a list, an object or an expression; null when there is no loop
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Action(String op, JsonNode args, @Nullable JsonNode loop) {
  /**
   * Parses the list {@code actions} of a rule, which needs at least one. Otherwise as {@link
   * Condition#list}.
   *
   * @throws InvalidRule with every problem
   */
  public static List<Action> list(JsonNode wire) {
    return new StepParser("actions")
        .required()
        .read(wire, step -> new Action(step.op(), step.args(), step.loop()));
  }
}

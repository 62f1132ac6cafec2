package dev.assay.rule.definition;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.engine.CompiledRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a rule, in the JSON form of the API and of storage.
 *
 * @param op the name of an operator; "!" before it inverts its result
 * @param args an object, or the deprecated list
 * @param loop a list, an object or an expression; null when there is no loop
 * @param multiple null when there is no loop
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(
    String op, JsonNode args, @Nullable JsonNode loop, @Nullable Multiple multiple) {
  public Condition {
    multiple = loop == null ? null : multiple == null ? Multiple.ANY : multiple;
  }

  /**
   * Parses the list {@code conditions} of a rule; missing and null mean an empty list. Unknown
   * members are ignored. Validates only the structure; {@link CompiledRule} validates operators and
   * arguments.
   *
   * @throws InvalidRule with every problem
   */
  public static List<Condition> list(JsonNode wire) {
    return new StepParser("conditions")
        .read(wire, step -> new Condition(step.op(), step.args(), step.loop(), step.multiple()));
  }
}

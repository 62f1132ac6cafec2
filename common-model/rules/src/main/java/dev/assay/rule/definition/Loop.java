package dev.assay.rule.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.argument.EvaluationContext;
import dev.assay.rule.interpolation.JsonTemplate;
import dev.assay.rule.interpolation.ResultMode;
import dev.assay.rule.interpolation.Template;
import dev.assay.rule.interpolation.Variables;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The items that a condition or action is repeated for. Source: spec rules.md 11. */
public sealed interface Loop {
  /** No loop, or a literal empty list or object: the step is evaluated once, without an item. */
  record None() implements Loop {}

  /** Once for each element of the list. */
  record Items(List<JsonTemplate> items) implements Loop {}

  /** Once, with the whole object as the item. */
  record Whole(JsonTemplate object) implements Loop {}

  /** For the list or object that the expression evaluates to. */
  record Looked(Template expression) implements Loop {}

  /**
   * Parses {@code written}; null means no loop.
   *
   * @throws IllegalArgumentException for a scalar that is not a single expression, and for an
   *     expression of {@code item}
   */
  static Loop of(@Nullable JsonNode written) {
    if (written == null || (written.isContainerNode() && written.isEmpty())) {
      return new None();
    }
    return switch (JsonTemplate.parse(written)) {
      case JsonTemplate.Items(var items) -> new Items(items);
      case JsonTemplate.Members object -> new Whole(object);
      case JsonTemplate.Text(var template) when template.isLookUp() -> new Looked(template);
      case JsonTemplate.Text _, JsonTemplate.Plain _ ->
          throw new IllegalArgumentException(
              "loop %s is neither of type 'array' or 'object' nor an expression"
                  .formatted(written));
    };
  }

  /** Whether the step is evaluated with an item. */
  default boolean repeats() {
    return !(this instanceof None);
  }

  /** Why an expression in it can never be evaluated; empty when it can. */
  default Optional<String> problem() {
    return switch (this) {
      case None _ -> Optional.empty();
      case Items(var items) -> items.stream().flatMap(item -> item.problem().stream()).findFirst();
      case Whole(var object) -> object.problem();
      case Looked(var expression) -> expression.problem();
    };
  }

  /**
   * The items, none for {@link None}. Elements of a list in the rule are evaluated lazily, each
   * when the iteration reaches it.
   *
   * @throws IllegalArgumentException when the expression evaluates to neither a list nor an object
   */
  default Iterable<JsonNode> items(EvaluationContext in) {
    return switch (this) {
      case None _ -> List.of();
      case Items(var items) -> () -> items.stream().map(item -> item(item, in)).iterator();
      case Whole(var object) -> () -> Stream.of(item(object, in)).iterator();
      case Looked(var expression) -> lookedUpItems(expression, in.variables());
    };
  }

  private static JsonNode item(JsonTemplate template, EvaluationContext in) {
    var result = template.evaluate(in.variables(), in.mode());
    result.missing().ifPresent(it -> in.warnings().accept(it.sentence()));
    return result.value();
  }

  private static List<JsonNode> lookedUpItems(Template expression, Variables variables) {
    var result = expression.evaluate(variables, ResultMode.TYPED);
    var value = result.value();
    if (value.isContainerNode()) {
      return value.isArray()
          ? value.valueStream().toList()
          : value.isEmpty() ? List.of() : List.of(value);
    }
    throw new IllegalArgumentException(
        "the loop gives neither a list nor an object: "
            + result.missing().map(it -> it.sentence()).orElse(expression.toString()));
  }
}

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

/** What a condition or action is repeated for. Source: spec rules.md 11. */
public sealed interface Loop {
  /** It is done once, without an item; so it is for a literal empty list or object. */
  record None() implements Loop {}

  /** For each element. */
  record Items(List<JsonTemplate> items) implements Loop {}

  /** Once, for the whole object. */
  record Whole(JsonTemplate object) implements Loop {}

  /** For what the expression gives, list or object. */
  record Looked(Template expression) implements Loop {}

  /** As {@code written}; IllegalArgumentException for a text that is no look-up. */
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
              "loop %s is not of type 'array', 'object', and no expression".formatted(written));
    };
  }

  /** Whether there is an item. */
  default boolean repeats() {
    return !(this instanceof None);
  }

  /** Why an expression in it can never be evaluated. */
  default Optional<String> problem() {
    return switch (this) {
      case None _ -> Optional.empty();
      case Items(var items) -> items.stream().flatMap(item -> item.problem().stream()).findFirst();
      case Whole(var object) -> object.problem();
      case Looked(var expression) -> expression.problem();
    };
  }

  /**
   * The items, none for {@link None}; IllegalArgumentException when the expression gives neither a
   * list nor an object. Those that the rule lists are evaluated when it is their turn.
   */
  default Iterable<JsonNode> items(EvaluationContext in) {
    return switch (this) {
      case None _ -> List.of();
      case Items(var items) -> () -> items.stream().map(item -> item(item, in)).iterator();
      case Whole(var object) -> () -> Stream.of(item(object, in)).iterator();
      case Looked(var expression) -> looked(expression, in.variables());
    };
  }

  private static JsonNode item(JsonTemplate template, EvaluationContext in) {
    var result = template.evaluate(in.variables(), in.mode());
    result.missing().ifPresent(it -> in.warnings().accept(it.sentence()));
    return result.value();
  }

  private static List<JsonNode> looked(Template expression, Variables variables) {
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

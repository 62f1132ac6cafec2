package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.interpolation.Interpolated;
import dev.assay.rule.interpolation.JsonTemplate;
import dev.assay.rule.interpolation.UnresolvedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an argument is in one evaluation, and where it came from. Its JSON may be that of the data:
 * copy it before it is changed or kept.
 */
public final class Value {
  private final JsonNode json;
  private final boolean expression;
  private final List<UnresolvedText> missing;
  private final @Nullable List<Value> items;

  private Value(
      JsonNode json, boolean expression, List<UnresolvedText> missing, @Nullable List<Value> items) {
    this.json = json;
    this.expression = expression;
    this.missing = missing;
    this.items = items;
  }

  /** One that stands in the rule. */
  public static Value literal(JsonNode json) {
    return new Value(json, false, List.of(), null);
  }

  /** What {@code template} gives, the elements of a list each for itself. */
  static Value of(JsonTemplate template, EvaluationContext in) {
    if (template instanceof JsonTemplate.Items(var templates)) {
      var list = JsonNodeFactory.instance.arrayNode(templates.size());
      List<Value> items = new ArrayList<>(templates.size());
      List<UnresolvedText> missing = new ArrayList<>(0);
      for (var item : templates) {
        var value = of(item, in);
        list.add(value.json);
        items.add(value);
        missing.addAll(value.missing);
      }
      return new Value(list, false, missing, items);
    }
    return of(template.evaluate(in.variables(), in.mode()));
  }

  private static Value of(Interpolated result) {
    return new Value(result.value(), result.expression(), result.missing().stream().toList(), null);
  }

  /** The value. */
  public JsonNode json() {
    return json;
  }

  /** Whether it is what an expression gave. */
  public boolean expression() {
    return expression;
  }

  /** False for a text that stands as it is written because a look-up in it found nothing. */
  public boolean found() {
    return json.isContainerNode() || missing.stream().noneMatch(it -> it.reason().isLookUp());
  }

  /** The elements of a list; empty when it is none. */
  public Optional<List<Value>> items() {
    if (items != null) {
      return Optional.of(items);
    }
    return json instanceof ArrayNode list
        ? Optional.of(
            list.valueStream().map(item -> new Value(item, expression, List.of(), null)).toList())
        : Optional.empty();
  }

  /** Why texts in it stand as they are written. */
  List<UnresolvedText> missing() {
    return missing;
  }
}

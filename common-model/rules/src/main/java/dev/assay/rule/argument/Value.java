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
 * The value of an argument in one evaluation, and whether it comes from an expression. Its JSON may
 * be part of the inspection data: copy it before changing or storing it.
 */
public final class Value {
  private final JsonNode json;
  private final boolean expression;
  private final List<UnresolvedText> missing;
  private final @Nullable List<Value> items;

  private Value(
      JsonNode json,
      boolean expression,
      List<UnresolvedText> missing,
      @Nullable List<Value> items) {
    this.json = json;
    this.expression = expression;
    this.missing = missing;
    this.items = items;
  }

  /** A literal value in a rule. */
  public static Value literal(JsonNode json) {
    return new Value(json, false, List.of(), null);
  }

  /** Evaluates {@code template}; each element of a list keeps its own origin. */
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

  /** Whether it is the result of an expression. */
  public boolean expression() {
    return expression;
  }

  /** False for a string that stayed as written because a lookup in it found nothing. */
  public boolean found() {
    return json.isContainerNode() || missing.stream().noneMatch(it -> it.reason().isLookUp());
  }

  /** The elements of a list; empty when the value is not a list. */
  public Optional<List<Value>> items() {
    if (items != null) {
      return Optional.of(items);
    }
    return json instanceof ArrayNode list
        ? Optional.of(
            list.valueStream().map(item -> new Value(item, expression, List.of(), null)).toList())
        : Optional.empty();
  }

  /** The unresolved expressions in it, because of which strings stayed as written. */
  List<UnresolvedText> missing() {
    return missing;
  }
}

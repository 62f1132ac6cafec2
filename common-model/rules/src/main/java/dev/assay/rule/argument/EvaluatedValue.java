package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.Value;
import dev.assay.rule.format.TextForm;
import dev.assay.rule.interpolation.Interpolated;
import dev.assay.rule.interpolation.JsonTemplate;
import dev.assay.rule.interpolation.UnresolvedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value, and which of its expressions could not be resolved. */
public final class EvaluatedValue implements Value {
  private final JsonNode json;
  private final boolean expression;
  private final List<UnresolvedText> missing;
  private final @Nullable List<Value> items;

  private EvaluatedValue(
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
  public static EvaluatedValue literal(JsonNode json) {
    return new EvaluatedValue(json, false, List.of(), null);
  }

  /** Evaluates {@code template}; each element of a list keeps its own origin. */
  static EvaluatedValue of(JsonTemplate template, EvaluationContext in) {
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
      return new EvaluatedValue(list, false, missing, items);
    }
    return of(template.evaluate(in.variables(), in.mode()));
  }

  private static EvaluatedValue of(Interpolated result) {
    return new EvaluatedValue(
        result.value(), result.expression(), result.missing().stream().toList(), null);
  }

  @Override
  public JsonNode json() {
    return json;
  }

  @Override
  public String text() {
    return TextForm.of(json);
  }

  @Override
  public boolean expression() {
    return expression;
  }

  @Override
  public boolean found() {
    return json.isContainerNode() || missing.stream().noneMatch(it -> it.reason().isLookUp());
  }

  @Override
  public Optional<List<Value>> items() {
    if (items != null) {
      return Optional.of(items);
    }
    return json instanceof ArrayNode list
        ? Optional.of(
            list.valueStream()
                .<Value>map(item -> new EvaluatedValue(item, expression, List.of(), null))
                .toList())
        : Optional.empty();
  }

  /** The unresolved expressions in it, because of which strings stayed as written. */
  List<UnresolvedText> missing() {
    return missing;
  }
}

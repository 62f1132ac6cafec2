package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.format.Style;
import dev.assay.rule.format.TextForm;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One expression in braces: a variable name, steps into its value, and an optional conversion or
 * format. Source: spec rules.md 7.2.
 *
 * @param written the expression as written, with its braces
 * @param style null when there is no conversion or format: gives the value itself, or its text form
 */
record Expression(String written, String name, List<Step> steps, @Nullable Style style)
    implements TemplatePart {

  /**
   * One access to a member or element: {@code .key}, {@code [key]} or, with digits only, {@code
   * [index]}.
   */
  sealed interface Step {
    record Dot(String key) implements Step {}

    record Key(String key) implements Step {}

    record Index(int index) implements Step {}
  }

  Expression {
    steps = List.copyOf(steps);
  }

  Optional<String> problem() {
    return style instanceof Style.Unusable(var why) && Template.NAMES.contains(name)
        ? Optional.of("'%s': %s".formatted(written, why))
        : Optional.empty();
  }

  /** Why it has no value, whatever the variables are; null when it may have one. */
  UnresolvedText.@Nullable Reason impossible() {
    if (style instanceof Style.Unusable) {
      return UnresolvedText.Reason.UNFORMATTED;
    }
    var reached =
        IntStream.range(0, steps.size())
            .allMatch(at -> !(steps.get(at) instanceof Step.Dot) || reachesFields(at));
    return reached ? null : UnresolvedText.Reason.DOT;
  }

  @Override
  public UnresolvedText.@Nullable Reason appendTo(StringBuilder out, Variables variables) {
    return switch (find(variables)) {
      case LookupResult.Failed(var reason) -> reason;
      case LookupResult.Found(var value) -> {
        if (style == null) {
          TextForm.append(out, value);
          yield null;
        }
        var text = style.write(value);
        text.ifPresent(out::append);
        yield text.isPresent() ? null : UnresolvedText.Reason.UNFORMATTED;
      }
    };
  }

  /** Looks the value up; it is part of the variables' data. */
  LookupResult find(Variables variables) {
    var value = variables.find(name);
    if (value == null) {
      return new LookupResult.Failed(UnresolvedText.Reason.UNKNOWN_NAME);
    }
    for (int i = 0; i < steps.size(); i++) {
      var child = child(value, i);
      if (child == null) {
        return new LookupResult.Failed(lookupFailure(value, i));
      }
      value = child;
    }
    return new LookupResult.Found(value);
  }

  private @Nullable JsonNode child(JsonNode value, int at) {
    return switch (steps.get(at)) {
      case Step.Dot(var key) -> reachesFields(at) ? value.get(key) : null;
      case Step.Key(var key) -> value.get(key);
      case Step.Index(int index) -> value.get(index);
    };
  }

  private UnresolvedText.Reason lookupFailure(JsonNode value, int at) {
    return switch (steps.get(at)) {
      case Step.Dot _ when !reachesFields(at) -> UnresolvedText.Reason.DOT;
      case Step.Dot _ -> UnresolvedText.Reason.NO_SUCH_KEY;
      case Step.Key _ ->
          value.isObject() ? UnresolvedText.Reason.NO_SUCH_KEY : UnresolvedText.Reason.NOT_INSIDE;
      case Step.Index _ ->
          value.isArray() ? UnresolvedText.Reason.OUT_OF_RANGE : UnresolvedText.Reason.NOT_INSIDE;
    };
  }

  /** A dot selects fields of a node, port or port group only; everything else needs brackets. */
  private boolean reachesFields(int at) {
    return switch (name) {
      case "node" -> at == 0;
      case "ports", "port_groups" -> at == 1 && steps.getFirst() instanceof Step.Index;
      default -> false;
    };
  }
}

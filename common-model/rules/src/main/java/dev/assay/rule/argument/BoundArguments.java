package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Argument;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All arguments of one condition or action of a rule, ready to be evaluated. */
public final class BoundArguments implements ConstantArguments {
  private final Map<String, BoundArgument<?>> byName = new LinkedHashMap<>();

  /**
   * Matches {@code args}, the arguments in a rule, with the declared ones.
   *
   * @throws IllegalArgumentException saying which arguments are missing or unexpected
   */
  public BoundArguments(Arguments declared, JsonNode args, boolean inLoop) {
    var given = declared.match(args);
    for (var argument : declared.declared()) {
      bind(argument, Objects.requireNonNull(given.get(argument.name())), inLoop);
    }
  }

  private <T> void bind(Argument<T> argument, JsonNode written, boolean inLoop) {
    byName.put(
        argument.name(),
        BoundArgument.of(argument, written, !written.equals(argument.fallback()), inLoop));
  }

  /** Why the rule must be rejected: one sentence for each invalid argument. */
  public List<String> problems() {
    return byName.values().stream().map(BoundArgument::problem).flatMap(Optional::stream).toList();
  }

  /** One sentence for each argument that can never work, although the rule is accepted. */
  public List<String> warnings() {
    return byName.values().stream().map(BoundArgument::warning).flatMap(Optional::stream).toList();
  }

  @Override
  public <T> Optional<T> literal(Argument<T> argument) {
    return Optional.ofNullable(of(argument).read());
  }

  /** The arguments for one evaluation. */
  public EvaluatedArguments in(EvaluationContext evaluation) {
    return new EvaluatedArguments(this, evaluation);
  }

  @SuppressWarnings("unchecked") // bind() stores each argument under its name
  <T> BoundArgument<T> of(Argument<T> argument) {
    var bound = byName.get(argument.name());
    if (bound == null || !bound.argument().equals(argument)) {
      throw new IllegalStateException(
          "argument %s is not declared in arguments()".formatted(argument.name()));
    }
    return (BoundArgument<T>) bound;
  }
}

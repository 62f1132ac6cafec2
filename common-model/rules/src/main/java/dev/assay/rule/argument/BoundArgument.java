package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Argument;
import dev.assay.rule.UnusablePath;
import dev.assay.rule.interpolation.JsonTemplate;
import dev.assay.rule.interpolation.ResultMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a condition or action of a rule: parsed, and already read if it is constant.
 *
 * @param given whether the rule gives a value other than the default
 * @param template null when the argument is taken verbatim
 * @param constant null when the argument has to be evaluated
 * @param read the converted constant; null when there is none or it is invalid
 * @param refused why the constant is invalid
 */
record BoundArgument<T>(
    Argument<T> argument,
    JsonNode written,
    boolean given,
    @Nullable JsonTemplate template,
    @Nullable EvaluatedValue constant,
    @Nullable T read,
    @Nullable IllegalArgumentException refused) {
  private static final EvaluationContext WITHOUT_VARIABLES =
      new EvaluationContext(_ -> null, ResultMode.TYPED, false, false, value -> value, _ -> {});

  static <T> BoundArgument<T> of(
      Argument<T> argument, JsonNode written, boolean given, boolean inLoop) {
    if (argument.type().verbatim() && !inLoop) {
      return constant(argument, written, given, null, EvaluatedValue.literal(written));
    }
    var template = JsonTemplate.parse(written);
    return template.isLiteral()
        ? constant(
            argument, written, given, template, EvaluatedValue.of(template, WITHOUT_VARIABLES))
        : new BoundArgument<>(argument, written, given, template, null, null, null);
  }

  private static <T> BoundArgument<T> constant(
      Argument<T> argument,
      JsonNode written,
      boolean given,
      @Nullable JsonTemplate template,
      EvaluatedValue value) {
    try {
      var read = argument.type().reader().read(value);
      return new BoundArgument<>(argument, written, given, template, value, read, null);
    } catch (IllegalArgumentException e) {
      return new BoundArgument<>(argument, written, given, template, value, null, e);
    }
  }

  /** Why the rule must be rejected. */
  Optional<String> problem() {
    return refused == null || refused instanceof UnusablePath
        ? Optional.empty()
        : Optional.of("%s: %s".formatted(argument.name(), refused.getMessage()));
  }

  /** A path or expression that can never work, although the rule is accepted. */
  Optional<String> warning() {
    if (refused instanceof UnusablePath) {
      return Optional.of("%s: %s".formatted(argument.name(), refused.getMessage()));
    }
    return template == null || argument.type().verbatim()
        ? Optional.empty()
        : template.problem().map(why -> "%s: %s".formatted(argument.name(), why));
  }

  EvaluatedValue value(EvaluationContext in) {
    if (constant != null || template == null) {
      return constant == null ? EvaluatedValue.literal(written) : constant;
    }
    return EvaluatedValue.of(template, in);
  }

  T read(EvaluatedValue value) {
    if (value == constant && read != null) {
      return read;
    }
    return argument.type().reader().read(value);
  }
}

package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.argument.EvaluatedValue;
import dev.assay.rule.format.TextForm;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Values for an operator or action of inspection rules that are not evaluated any more: text that
 * came out of data is never read as an expression.
 *
 * @param hidden masks the secrets in a text
 */
record LiteralArguments(Map<String, JsonNode> values, UnaryOperator<String> hidden)
    implements ArgumentValues {
  @Override
  public <T> T get(Argument<T> argument) {
    return argument.type().reader().read(EvaluatedValue.literal(of(argument)));
  }

  @Override
  public String shown(Argument<?> argument) {
    return hidden.apply(text(argument));
  }

  @Override
  public boolean is(Argument<?> argument, Predicate<String> such) {
    return such.test(text(argument));
  }

  @Override
  public String told(Argument<?> argument) {
    return hidden.apply(text(argument));
  }

  @Override
  public boolean inLoop() {
    return false;
  }

  private JsonNode of(Argument<?> argument) {
    return Optional.ofNullable(values.get(argument.name()))
        .or(() -> Optional.ofNullable(argument.fallback()))
        .orElseGet(NullNode::getInstance);
  }

  private String text(Argument<?> argument) {
    return TextForm.of(of(argument));
  }
}

package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.error.ShortText;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.format.TextForm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The arguments of one evaluation. Records which of them were read. */
public final class EvaluatedArguments implements ArgumentValues {
  private static final int MAX_SHOWN = 200;
  private static final int MAX_MESSAGE_LENGTH = 4000;
  private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]*\\}");
  private static final String HIDDEN = "***";

  private final BoundArguments arguments;
  private final EvaluationContext in;
  private final List<Use> uses = new ArrayList<>(2);

  private record Use(String argument, JsonNode value) {}

  EvaluatedArguments(BoundArguments arguments, EvaluationContext in) {
    this.arguments = arguments;
    this.in = in;
  }

  @Override
  public <T> T get(Argument<T> argument) {
    var bound = arguments.of(argument);
    var value = bound.value(in);
    value.missing().stream()
        .filter(it -> it.isMeant() || !argument.type().verbatim())
        .forEach(it -> in.warnings().accept(it.sentence()));
    if (bound.given()) {
      uses.add(new Use(argument.name(), value.json()));
    }
    try {
      return bound.read(value);
    } catch (IllegalArgumentException e) {
      throw new BadArgument(argument.name(), shown(value.json()), e);
    }
  }

  @Override
  public String shown(Argument<?> argument) {
    return shown(arguments.of(argument).value(in).json());
  }

  @Override
  public boolean is(Argument<?> argument, Predicate<String> such) {
    return such.test(arguments.of(argument).value(in).text());
  }

  @Override
  public String told(Argument<?> argument) {
    var bound = arguments.of(argument);
    var message =
        in.sensitive()
            ? maskExpressions(bound.written())
            : TextForm.of(in.withoutSecrets().apply(bound.value(in).json()));
    return ShortText.shortened(message, MAX_MESSAGE_LENGTH);
  }

  @Override
  public boolean inLoop() {
    return in.inLoop();
  }

  /**
   * The arguments read so far, for the trace; omits those left at their default.
   *
   * @param shown formats a value, with secrets masked
   */
  public String used(Function<JsonNode, String> shown) {
    return uses.stream()
        .map(use -> use.argument + ": " + shown.apply(use.value))
        .collect(Collectors.joining(", "));
  }

  private String shown(JsonNode value) {
    return ShortText.shortened(TextForm.of(in.withoutSecrets().apply(value)), MAX_SHOWN);
  }

  private static String maskExpressions(JsonNode written) {
    var text = written instanceof TextNode only ? only.textValue() : written.toString();
    return EXPRESSION.matcher(text).replaceAll(HIDDEN);
  }
}

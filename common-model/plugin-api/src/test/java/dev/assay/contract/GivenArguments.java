package dev.assay.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Arguments for the tests of operators and actions. Braces in them are no expressions, and unlike
 * in the service the text form of lists and objects is JSON.
 */
public final class GivenArguments implements ArgumentValues, ConstantArguments {
  private final Arguments declared;
  private final Map<String, JsonNode> byName;

  /**
   * The arguments of a rule, an object or a list.
   *
   * @throws IllegalArgumentException saying which arguments are missing or unexpected
   */
  public GivenArguments(Arguments declared, JsonNode args) {
    this.declared = declared;
    byName = declared.match(args);
  }

  /** As above, for a text in JSON. */
  public static GivenArguments of(Arguments declared, String args) {
    return new GivenArguments(declared, Json.read(args));
  }

  @Override
  public <T> T get(Argument<T> argument) {
    return argument.type().reader().read(new Given(json(argument)));
  }

  @Override
  public String shown(Argument<?> argument) {
    return new Given(json(argument)).text();
  }

  @Override
  public boolean is(Argument<?> argument, Predicate<String> such) {
    return such.test(shown(argument));
  }

  @Override
  public String told(Argument<?> argument) {
    return shown(argument);
  }

  @Override
  public boolean inLoop() {
    return false;
  }

  @Override
  public <T> Optional<T> literal(Argument<T> argument) {
    try {
      return Optional.of(get(argument));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private JsonNode json(Argument<?> argument) {
    if (!declared.declared().contains(argument)) {
      throw new IllegalStateException(
          "argument %s is not declared in arguments()".formatted(argument.name()));
    }
    return Objects.requireNonNull(byName.get(argument.name()));
  }

  private record Given(JsonNode json) implements Value {
    @Override
    public String text() {
      return switch (json.getNodeType()) {
        case NULL, MISSING -> "None";
        case BOOLEAN -> json.booleanValue() ? "True" : "False";
        case ARRAY, OBJECT -> json.toString();
        case STRING, NUMBER, BINARY, POJO -> json.asText();
      };
    }

    @Override
    public boolean expression() {
      return false;
    }

    @Override
    public boolean found() {
      return true;
    }

    @Override
    public Optional<List<Value>> items() {
      return json.isArray()
          ? Optional.of(json.valueStream().<Value>map(Given::new).toList())
          : Optional.empty();
    }
  }
}

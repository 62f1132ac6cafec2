package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.interpolation.ResultMode;
import dev.assay.rule.interpolation.Template;
import dev.assay.rule.interpolation.UnresolvedText.Reason;
import dev.assay.rule.interpolation.Variables;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Formats a parameter of an action: replaces {@code {data[...]}} in every text of it. Source: spec
 * inspector-compat.md 6.3.
 */
final class FormattedValue {
  private static final String DATA = "data";
  private static final Set<String> NAMES = Set.of(DATA);

  private FormattedValue() {}

  /**
   * The formatted copy of {@code written}; IllegalArgumentException for a text that cannot be
   * formatted, such as one with the name of a key that {@code data} does not have.
   */
  static JsonNode of(JsonNode written, JsonNode data) {
    Variables variables = name -> name.equals(DATA) ? data : null;
    return format(written, variables);
  }

  /** Why texts of {@code written} can never be formatted; without these, which may be secrets. */
  static Stream<String> problems(JsonNode written) {
    return written.isTextual()
        ? Template.parse(written.textValue(), NAMES).impossible().map(Reason::sentence).stream()
        : written.valueStream().flatMap(FormattedValue::problems);
  }

  private static JsonNode format(JsonNode written, Variables variables) {
    if (written.isTextual()) {
      return text(written.textValue(), variables);
    }
    if (written.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode(written.size());
      written.forEach(item -> list.add(format(item, variables)));
      return list;
    }
    if (written.isObject()) {
      var object = JsonNodeFactory.instance.objectNode();
      written
          .properties()
          .forEach(member -> object.set(member.getKey(), format(member.getValue(), variables)));
      return object;
    }
    return written;
  }

  private static JsonNode text(String written, Variables variables) {
    var result = Template.parse(written, NAMES).evaluate(variables, ResultMode.STRING);
    if (result.missing().isPresent()) {
      throw new IllegalArgumentException(
          "it cannot be formatted: " + result.missing().get().sentence());
    }
    return TextNode.valueOf(result.value().asText());
  }
}

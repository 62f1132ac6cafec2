package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A JSON argument of a rule. Every string in it, including object keys, is a {@link Template}; the
 * rest stays as it is. Source: spec rules.md 7.1.
 */
public sealed interface JsonTemplate {
  /** Parses any JSON; later changes of {@code written} have no effect. */
  static JsonTemplate parse(JsonNode written) {
    if (written.isTextual()) {
      return new Text(Template.parse(written.textValue()));
    }
    if (written.isArray()) {
      return new Items(written.valueStream().map(JsonTemplate::parse).toList());
    }
    if (written.isObject()) {
      return new Members(
          written
              .propertyStream()
              .map(it -> new Member(Template.parse(it.getKey()), parse(it.getValue())))
              .toList());
    }
    return new Plain(Interpolated.literal(written));
  }

  /**
   * As {@link Template#evaluate}. Object keys always evaluate to strings; if two are equal, the
   * last one wins.
   */
  Interpolated evaluate(Variables variables, ResultMode mode);

  /** All strings in it, each object key before its value. */
  Stream<Template> templates();

  /** The first {@link Template#problem} in it. */
  default Optional<String> problem() {
    return templates().flatMap(template -> template.problem().stream()).findFirst();
  }

  /** Whether the result is the same for all variables. */
  default boolean isLiteral() {
    return templates().allMatch(Template::isLiteral);
  }

  record Plain(Interpolated value) implements JsonTemplate {
    @Override
    public Interpolated evaluate(Variables variables, ResultMode mode) {
      return value;
    }

    @Override
    public Stream<Template> templates() {
      return Stream.empty();
    }
  }

  record Text(Template template) implements JsonTemplate {
    @Override
    public Interpolated evaluate(Variables variables, ResultMode mode) {
      return template.evaluate(variables, mode);
    }

    @Override
    public Stream<Template> templates() {
      return Stream.of(template);
    }
  }

  record Items(List<JsonTemplate> items) implements JsonTemplate {
    @Override
    public Interpolated evaluate(Variables variables, ResultMode mode) {
      var list = JsonNodeFactory.instance.arrayNode(items.size());
      List<Interpolated> parts = new ArrayList<>(items.size());
      for (var item : items) {
        var part = item.evaluate(variables, mode);
        list.add(part.value());
        parts.add(part);
      }
      return Interpolated.of(list, parts);
    }

    @Override
    public Stream<Template> templates() {
      return items.stream().flatMap(JsonTemplate::templates);
    }
  }

  record Members(List<Member> members) implements JsonTemplate {
    @Override
    public Interpolated evaluate(Variables variables, ResultMode mode) {
      var object = JsonNodeFactory.instance.objectNode();
      List<Interpolated> parts = new ArrayList<>(2 * members.size());
      for (var member : members) {
        var key = member.key.evaluate(variables, ResultMode.STRING);
        var value = member.value.evaluate(variables, mode);
        object.set(key.value().textValue(), value.value());
        parts.add(key);
        parts.add(value);
      }
      return Interpolated.of(object, parts);
    }

    @Override
    public Stream<Template> templates() {
      return members.stream()
          .flatMap(member -> Stream.concat(Stream.of(member.key), member.value.templates()));
    }
  }

  record Member(Template key, JsonTemplate value) {}
}

package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The field of a condition: a document, and a JSON path in it. Source: spec inspector-compat.md
 * 6.2.
 *
 * @param written as the rule has it
 */
record FieldPath(String written, Source source, List<Step> steps) {
  /** A path of several {@code ..} can find a value in very many ways. */
  private static final int MAX_VISITS = 1_000_000;

  private static final String SCHEME = "://";

  /** The document that a path begins in. */
  enum Source {
    DATA,
    NODE
  }

  /** One step of a path, from each value found so far to others. */
  sealed interface Step {
    /** The member of an object with this name. */
    record Member(String name) implements Step {}

    /** Every member of an object. */
    record EachMember() implements Step {}

    /** The element of a list; a negative index counts from the end. */
    record Element(int index) implements Step {}

    /** Every element of a list; another value counts as a list of itself. */
    record EachElement() implements Step {}

    /** Members with this name at any depth, of the value itself first. */
    record Descendants(String name) implements Step {}
  }

  FieldPath {
    steps = List.copyOf(steps);
  }

  /** Parses a field; IllegalArgumentException, which says why, when it is not one. */
  static FieldPath parse(String written) {
    var scheme = written.indexOf(SCHEME);
    var path = scheme < 0 ? written : written.substring(scheme + SCHEME.length());
    return new FieldPath(
        written,
        scheme < 0 ? Source.DATA : source(written.substring(0, scheme)),
        new FieldPathParser(path).steps());
  }

  private static Source source(String scheme) {
    return switch (scheme) {
      case "data" -> Source.DATA;
      case "node" -> Source.NODE;
      default ->
          throw new IllegalArgumentException(
              "unsupported scheme %s: valid values are data:// and node://".formatted(scheme));
    };
  }

  /** All values that the path finds in {@code document}, in its order; parts of it. */
  List<JsonNode> find(JsonNode document) {
    var visits = new Visits();
    var found = List.of(document);
    for (var step : steps) {
      var next = new ArrayList<JsonNode>();
      for (var value : found) {
        follow(step, value, next, visits);
      }
      found = next;
    }
    return found;
  }

  private static void follow(Step step, JsonNode value, List<JsonNode> next, Visits visits) {
    visits.count();
    switch (step) {
      case Step.Member(var name) -> add(value.isObject() ? value.get(name) : null, next);
      case Step.EachMember() -> {
        if (value instanceof ObjectNode object) {
          object.forEach(next::add);
        }
      }
      case Step.Element(int index) ->
          add(value.isArray() ? value.get(index < 0 ? value.size() + index : index) : null, next);
      case Step.EachElement() -> {
        if (value instanceof ArrayNode list) {
          list.forEach(next::add);
        } else {
          next.add(value);
        }
      }
      case Step.Descendants(var name) -> descend(name, value, next, visits);
    }
  }

  private static void descend(String name, JsonNode value, List<JsonNode> next, Visits visits) {
    visits.count();
    add(value.isObject() ? value.get(name) : null, next);
    for (var child : value) {
      if (child.isContainerNode()) {
        descend(name, child, next, visits);
      }
    }
  }

  private static void add(@org.jspecify.annotations.Nullable JsonNode found, List<JsonNode> next) {
    if (found != null) {
      next.add(found);
    }
  }

  private static final class Visits {
    private int count;

    void count() {
      count++;
      if (count > MAX_VISITS) {
        throw new IllegalArgumentException("the path leads to too many values");
      }
    }
  }
}

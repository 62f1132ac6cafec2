package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The arguments that an operator or action accepts, in the order of the list form: required ones
 * first. Source: spec rules.md 12.
 */
public final class Arguments {
  private final List<Argument<?>> declared;
  private final boolean spread;
  private final String ignored;

  private Arguments(List<Argument<?>> declared, boolean spread, String ignored) {
    this.declared = declared;
    this.spread = spread;
    this.ignored = ignored;
  }

  /** Accepts exactly these arguments. */
  public static Arguments of(Argument<?>... declared) {
    return new Arguments(List.of(declared), false, "");
  }

  /**
   * Also accepts a list form that consists of the items of the first argument: {@code [a, b]}
   * besides {@code [[a, b], flag]}.
   */
  public Arguments spread() {
    return new Arguments(declared, true, ignored);
  }

  /**
   * Ignores an argument {@code name}, and an empty object at the end of the list form: older
   * servers add them to the rules that they store.
   */
  public Arguments ignoring(String name) {
    return new Arguments(declared, spread, name);
  }

  /** The declared arguments, in order. */
  public List<Argument<?>> declared() {
    return declared;
  }

  /**
   * Returns the given arguments by name, plus the defaults of those not given.
   *
   * @param args the arguments of a rule, an object or a list
   * @throws IllegalArgumentException saying which arguments are missing or unexpected
   */
  public Map<String, JsonNode> match(JsonNode args) {
    var given = args instanceof ArrayNode list ? named(list) : members(args);
    List<String> problems = new ArrayList<>();
    var missing =
        declared.stream()
            .filter(argument -> argument.isRequired() && !given.containsKey(argument.name()))
            .map(Argument::name)
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      problems.add("missing required argument(s): " + missing);
    }
    var unexpected =
        given.keySet().stream().filter(name -> !knows(name)).collect(Collectors.joining(", "));
    if (!unexpected.isEmpty()) {
      problems.add("unexpected argument(s): " + unexpected);
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    for (var argument : declared) {
      if (argument.fallback() != null) {
        given.putIfAbsent(argument.name(), argument.fallback());
      }
    }
    return given;
  }

  private Map<String, JsonNode> members(JsonNode args) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    args.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    if (!ignored.isEmpty()) {
      members.remove(ignored);
    }
    return members;
  }

  private Map<String, JsonNode> named(ArrayNode list) {
    if (spread && !isNested(list)) {
      return new LinkedHashMap<>(Map.of(declared.getFirst().name(), list));
    }
    var count = list.size();
    if (!ignored.isEmpty()
        && count > 0
        && isEmptyObject(list.get(count - 1))
        && hasOptional(count)) {
      count--;
    }
    if (count > declared.size()) {
      throw new IllegalArgumentException(
          "too many arguments: %d given, at most %d possible (%s)"
              .formatted(count, declared.size(), names()));
    }
    Map<String, JsonNode> named = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      named.put(declared.get(i).name(), list.get(i));
    }
    return named;
  }

  /** The current form of eq, lt and gt: the list of values, optionally followed by a boolean. */
  private static boolean isNested(ArrayNode list) {
    return list.path(0).isArray()
        && (list.size() == 1 || (list.size() == 2 && list.get(1).isBoolean()));
  }

  private boolean hasOptional(int count) {
    return count > declared.stream().filter(Argument::isRequired).count();
  }

  private static boolean isEmptyObject(JsonNode item) {
    return item.isObject() && item.isEmpty();
  }

  private boolean knows(String name) {
    return declared.stream().anyMatch(argument -> argument.name().equals(name));
  }

  private String names() {
    return declared.stream().map(Argument::name).collect(Collectors.joining(", "));
  }
}

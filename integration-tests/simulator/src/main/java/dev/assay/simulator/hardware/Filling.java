package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Fills a part of a template for one machine: placeholders, choices and repetitions. */
final class Filling {
  private static final String ONE_OF = "$oneOf";
  private static final String REPEAT = "$repeat";
  private static final String ITEMS = "$items";

  /** An innermost placeholder; those around it contain it in their arguments. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^${}]*)}");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String file;
  private final JsonNode values;
  private final Identity machine;

  /** The values of the counters of all repetitions around the current place. */
  private final Map<String, JsonNode> counters = new HashMap<>();

  /** The current place in the template, the innermost member first. */
  private final Deque<String> path = new ArrayDeque<>();

  Filling(String file, JsonNode values, Identity machine) {
    this.file = file;
    this.values = values;
    this.machine = machine;
  }

  /**
   * A filled copy of a part of the template.
   *
   * @param step the path to it from the current place
   */
  JsonNode fill(String step, JsonNode part) {
    return switch (part) {
      case ObjectNode object -> within(step, () -> filled(object));
      case ArrayNode array -> within(step, () -> filled(array));
      case TextNode text when text.textValue().contains("${") ->
          within(step, () -> filled(text.textValue()));
      default -> part;
    };
  }

  private ObjectNode filled(ObjectNode object) {
    var filled = JSON.objectNode();
    for (var member : object.properties()) {
      var name = member.getKey();
      if (name.startsWith("$")) {
        throw new IllegalArgumentException("%s has no meaning here".formatted(name));
      }
      filled.set(name, fill(name, member.getValue()));
    }
    return filled;
  }

  private ArrayNode filled(ArrayNode array) {
    var filled = JSON.arrayNode();
    for (int i = 0; i < array.size(); i++) {
      var element = array.get(i);
      if (element.has(REPEAT)) {
        filled.addAll(within(String.valueOf(i), () -> repeated(element)));
      } else {
        filled.add(fill(String.valueOf(i), element));
      }
    }
    return filled;
  }

  private ArrayNode repeated(JsonNode repetition) {
    if (!(repetition.get(ITEMS) instanceof ArrayNode items) || repetition.size() != 2) {
      throw new IllegalArgumentException("%s needs %s, an array".formatted(REPEAT, ITEMS));
    }
    var filled = JSON.arrayNode();
    for (var round : Counters.rounds(repetition.path(REPEAT))) {
      counters.putAll(round);
      filled.addAll(filled(items));
      counters.keySet().removeAll(round.keySet());
    }
    return filled;
  }

  /** A string that is one placeholder becomes its value, of any type; others remain strings. */
  private JsonNode filled(String template) {
    var text = template;
    var matcher = PLACEHOLDER.matcher(text);
    while (matcher.find()) {
      var value = value(matcher.group(1));
      if (matcher.group().equals(text)) {
        return value;
      }
      if (value.isContainerNode()) {
        throw new IllegalArgumentException("%s is not text".formatted(matcher.group()));
      }
      text = text.substring(0, matcher.start()) + value.asText() + text.substring(matcher.end());
      matcher.reset(text);
    }
    if (text.contains("${")) {
      throw new IllegalArgumentException("a placeholder is not closed: " + text);
    }
    return JSON.textNode(text);
  }

  /** A counter, a named value or one of its members, or else what {@link Placeholders} knows. */
  private JsonNode value(String placeholder) {
    var counter = counters.get(placeholder);
    if (counter != null) {
      return counter;
    }
    var names = placeholder.split("\\.", -1);
    if (!values.has(names[0])) {
      return Placeholders.value(placeholder, machine);
    }
    var value = named(names[0]);
    for (int i = 1; i < names.length; i++) {
      value = value.path(names[i]);
    }
    if (value.isMissingNode()) {
      throw new IllegalArgumentException("unknown placeholder ${%s}".formatted(placeholder));
    }
    return value;
  }

  private JsonNode named(String name) {
    var step = "${" + name + "}";
    if (path.contains(step)) {
      throw new IllegalArgumentException(step + " contains itself");
    }
    var definition = values.path(name);
    return definition.has(ONE_OF)
        ? within(step, () -> fill(ONE_OF, chosen(name, definition.path(ONE_OF))))
        : fill(step, definition);
  }

  private JsonNode chosen(String name, JsonNode choices) {
    if (!choices.isArray() || choices.isEmpty()) {
      throw new IllegalArgumentException("%s is not a list of choices".formatted(ONE_OF));
    }
    return choices.path(machine.choose(name, choices.size()));
  }

  /** Runs {@code fill} at a place further inside, and adds the place to errors. */
  private <T> T within(String step, Supplier<T> fill) {
    path.push(step);
    try {
      return fill.get();
    } catch (IllegalArgumentException e) {
      var place = String.join("/", path.reversed());
      throw new IllegalStateException("%s: %s: %s".formatted(file, place, e.getMessage()), e);
    } finally {
      path.pop();
    }
  }
}

package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The counters of a repetition in a template: each is a list, or a range written as in a shell,
 * such as {@code 0..7}, {@code 00..58}, {@code a..bg} or {@code 2..62..2}, and {@code 0x01..0x20}
 * for hexadecimal digits without the prefix.
 */
final class Counters {
  private static final Pattern RANGE =
      Pattern.compile("(0x[0-9a-f]+|\\d+|[a-z]+)\\.\\.(0x[0-9a-f]+|\\d+|[a-z]+)(?:\\.\\.(\\d+))?");

  private Counters() {}

  /**
   * The values of all counters in each round of the repetition. There are as many rounds as the
   * longest counter has values; shorter ones, which must fit, start again.
   *
   * @throws IllegalArgumentException if a counter is wrong
   */
  static List<Map<String, JsonNode>> rounds(JsonNode counters) {
    var values = new HashMap<String, List<JsonNode>>();
    counters.properties().forEach(each -> values.put(each.getKey(), values(each.getValue())));
    int count = values.values().stream().mapToInt(List::size).max().orElse(0);
    var rounds = new ArrayList<Map<String, JsonNode>>();
    for (int round = 0; round < count; round++) {
      var current = new HashMap<String, JsonNode>();
      for (var counter : values.entrySet()) {
        var list = counter.getValue();
        if (list.isEmpty() || count % list.size() != 0) {
          throw new IllegalArgumentException(
              "counter %s has %d values, but another one has %d"
                  .formatted(counter.getKey(), list.size(), count));
        }
        current.put(counter.getKey(), list.get(round % list.size()));
      }
      rounds.add(current);
    }
    return rounds;
  }

  private static List<JsonNode> values(JsonNode counter) {
    return counter.isArray()
        ? List.copyOf(counter.valueStream().toList())
        : range(counter.asText());
  }

  private static List<JsonNode> range(String text) {
    var range = RANGE.matcher(text);
    if (!range.matches()) {
      throw new IllegalArgumentException("\"%s\" is not a range such as 0..7".formatted(text));
    }
    var first = range.group(1);
    int step = range.group(3) == null ? 1 : Math.max(1, Integer.parseInt(range.group(3)));
    var values = new ArrayList<JsonNode>();
    for (int value = number(first); value <= number(range.group(2)); value += step) {
      values.add(written(value, first));
    }
    return values;
  }

  private static int number(String text) {
    if (text.startsWith("0x")) {
      return Integer.parseInt(text.substring(2), 16);
    }
    if (Character.isDigit(text.charAt(0))) {
      return Integer.parseInt(text);
    }
    return text.chars().reduce(0, (number, letter) -> 26 * number + letter - 'a' + 1);
  }

  /** The value in the notation of the first value of its range; a plain number stays a number. */
  private static JsonNode written(int value, String first) {
    if (first.startsWith("0x")) {
      var format = "%0" + (first.length() - 2) + "x";
      return TextNode.valueOf(String.format(Locale.ROOT, format, value));
    }
    if (!Character.isDigit(first.charAt(0))) {
      return TextNode.valueOf(letters(value));
    }
    return first.startsWith("0") && first.length() > 1
        ? TextNode.valueOf(String.format(Locale.ROOT, "%0" + first.length() + "d", value))
        : IntNode.valueOf(value);
  }

  /** The number as kernels write it in names of disks: z is 26, aa is 27. */
  private static String letters(int number) {
    var last = String.valueOf((char) ('a' + (number - 1) % 26));
    return number <= 26 ? last : letters((number - 1) / 26) + last;
  }
}

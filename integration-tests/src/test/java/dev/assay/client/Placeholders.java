package dev.assay.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of the words in angle brackets in one journey: {@code <nn>} is its number; every other
 * word is a random UUID, unless another value was kept under it.
 */
final class Placeholders {
  private static final Pattern PLACEHOLDER = Pattern.compile("<(\\w+)>");
  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final Map<String, String> values = new HashMap<>();

  /** The placeholders of the journey with this number, of at most two digits. */
  Placeholders(int number) {
    values.put("nn", "%02d".formatted(number));
  }

  void keep(String word, String value) {
    values.put(word, value);
  }

  String fill(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    values.computeIfAbsent(match.group(1), _ -> UUID.randomUUID().toString())));
  }

  /** The arguments of a command, separated by blanks except within double quotes. */
  List<String> arguments(String command) {
    return ARGUMENT
        .matcher(fill(command))
        .results()
        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
        .toList();
  }
}

package dev.assay.standalone.inspectorimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A configuration file as the library oslo.config of OpenStack reads it: sections, options that may
 * be given more than once, lines that go on in the next one, and references to other options.
 */
public final class ConfigurationFile {
  private static final String DEFAULT = "DEFAULT";
  private static final int DEEPEST_REFERENCE = 10;
  private static final Pattern SECTION = Pattern.compile("\\[\\s*([^\\]]+?)\\s*]");
  private static final Pattern OPTION = Pattern.compile("([^:=\\s][^:=]*?)\\s*[:=]\\s*(.*)");
  private static final Pattern REFERENCE =
      Pattern.compile("\\$(?:\\$|\\{([^}]+)}|([A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_]\\w*)?))");

  private final Map<Name, List<String>> options;

  /**
   * The name of an option.
   *
   * @param option with underscores, also where the file has hyphens
   */
  public record Name(String section, String option) {
    /** As operators write it: {@code [section]option}. */
    @Override
    public String toString() {
      return "[%s]%s".formatted(section, option);
    }
  }

  private ConfigurationFile(Map<Name, List<String>> options) {
    this.options = options;
  }

  /**
   * Reads the text of a file.
   *
   * @throws IllegalArgumentException when a line is neither of an option nor of anything else; its
   *     number is told and its text is not, because it may be a secret
   */
  public static ConfigurationFile parse(String text) {
    Map<Name, List<String>> options = new LinkedHashMap<>();
    var section = DEFAULT;
    List<String> open = List.of(); // the values that a continuing line belongs to
    var lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i).stripTrailing();
      if (line.isEmpty()) {
        open = List.of();
      } else if (Character.isWhitespace(line.charAt(0)) && !open.isEmpty()) {
        open.add(open.removeLast() + "\n" + line.strip());
      } else if (line.charAt(0) != '#' && line.charAt(0) != ';') {
        var header = SECTION.matcher(line);
        var option = OPTION.matcher(line);
        if (header.matches()) {
          section = header.group(1);
          open = List.of();
        } else if (option.matches()) {
          var name = new Name(section, option.group(1).replace('-', '_'));
          open = options.computeIfAbsent(name, _ -> new ArrayList<>());
          open.add(unquoted(option.group(2)));
        } else {
          throw new IllegalArgumentException(
              "line %d is no option: it needs \"name = value\"".formatted(i + 1));
        }
      }
    }
    return new ConfigurationFile(options);
  }

  private static String unquoted(String value) {
    var quoted =
        value.length() > 1
            && (value.charAt(0) == '"' || value.charAt(0) == '\'')
            && value.charAt(value.length() - 1) == value.charAt(0);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** The options that the file sets, in its order. */
  public List<Name> names() {
    return List.copyOf(options.keySet());
  }

  /**
   * The value of an option, the last one if there are several; empty if the file does not set it.
   */
  public Optional<String> value(String section, String option) {
    return values(section, option).reduce((_, last) -> last);
  }

  /**
   * The values of an option that may be given more than once, such as {@code [pci_devices]alias}.
   */
  public Stream<String> values(String section, String option) {
    return options.getOrDefault(new Name(section, option), List.of()).stream()
        .map(value -> resolved(value, section, DEEPEST_REFERENCE));
  }

  /**
   * The entries of a list: separated by commas, which may be followed by the ends of lines; empty
   * entries are left out.
   */
  public Optional<List<String>> list(String section, String option) {
    return value(section, option)
        .map(
            value ->
                List.of(value.split(",")).stream()
                    .map(String::strip)
                    .filter(entry -> !entry.isEmpty())
                    .toList());
  }

  /** Puts values in for references; one to an option that the file does not set stays as it is. */
  private String resolved(String value, String section, int depth) {
    return REFERENCE
        .matcher(value)
        .replaceAll(found -> Matcher.quoteReplacement(referred(found, section, depth)));
  }

  private String referred(MatchResult found, String section, int depth) {
    if (found.group().equals("$$")) {
      return "$";
    }
    var name = found.group(1) != null ? found.group(1) : found.group(2);
    int dot = name.indexOf('.');
    var candidates =
        dot > 0
            ? List.of(new Name(name.substring(0, dot), name.substring(dot + 1)))
            : List.of(new Name(section, name), new Name(DEFAULT, name));
    return candidates.stream()
        .filter(_ -> depth > 0)
        .filter(options::containsKey)
        .findFirst()
        .map(
            each ->
                resolved(
                    options.getOrDefault(each, List.of("")).getLast(), each.section(), depth - 1))
        .orElse(found.group());
  }
}

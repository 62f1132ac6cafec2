package dev.assay.client;

import dev.assay.client.Expectation.AtVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Commands and their expected results, version by version; the top of {@code client/journey.txt}
 * describes the format.
 */
record Journey(List<Chapter> chapters) {
  private static final Pattern LINE =
      Pattern.compile("(?:since 1\\.(\\d+)\\s+)?(?:before 1\\.(\\d+)\\s+)?(.+)");

  Journey {
    chapters = List.copyOf(chapters);
  }

  /** A group of related commands. */
  record Chapter(String title, List<Step> steps) {}

  /**
   * One command.
   *
   * @param line its number in the file
   * @param command the words after {@code openstack baremetal}, with placeholders
   */
  record Step(int line, String command, List<AtVersions> expectations) {
    /** The expectations that apply to that version, in the order of the file. */
    List<Expectation> at(JourneyVersion version) {
      return expectations.stream()
          .filter(expectation -> expectation.includes(version))
          .map(AtVersions::expectation)
          .toList();
    }
  }

  /** Reads the journey from a class path resource. */
  static Journey read(String resource) {
    try (var in = Objects.requireNonNull(Journey.class.getResourceAsStream(resource))) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  static Journey parse(List<String> lines) {
    var chapters = new ArrayList<Chapter>();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      if (line.startsWith("== ")) {
        chapters.add(new Chapter(line.substring(3), new ArrayList<>()));
      } else if (line.startsWith("$ ")) {
        chapters.getLast().steps().add(new Step(i + 1, line.substring(2), new ArrayList<>()));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        chapters.getLast().steps().getLast().expectations().add(expectation(line, i + 1));
      }
    }
    return new Journey(chapters);
  }

  private static AtVersions expectation(String line, int number) {
    var parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException("line " + number + " says nothing: " + line);
    }
    var since = parts.group(1) == null ? 1 : Integer.parseInt(parts.group(1));
    var before = parts.group(2) == null ? null : Integer.valueOf(parts.group(2));
    return new AtVersions(since, before, expectation(parts.group(3), line, number));
  }

  private static Expectation expectation(String words, String line, int number) {
    for (var form : Form.values()) {
      var match = form.pattern.matcher(words);
      if (match.matches()) {
        return form.read(match);
      }
    }
    throw new IllegalArgumentException("line " + number + " is no expectation: " + line);
  }

  /** The syntax of expectations. */
  private enum Form {
    REFUSED("refused"),
    FAILS("fails(?: with (\\d+))?: (.+)"),
    SAYS("says: (.+)"),
    ROWS("(\\d+) rows?"),
    ROW("row (.+)"),
    NO_ROW("no row (.+)"),
    NOTHING_ELSE("nothing else"),
    EVENTUALLY("eventually"),
    KEEP("(.+) -> <(\\w+)>"),
    FIELD("(.+?)\\s* = (.+)");

    private final Pattern pattern;

    Form(String regex) {
      pattern = Pattern.compile(regex);
    }

    private Expectation read(Matcher match) {
      return switch (this) {
        case REFUSED -> new Expectation.Refused();
        case FAILS -> new Expectation.Fails(number(match.group(1), 1), match.group(2));
        case SAYS -> new Expectation.Says(match.group(1));
        case ROWS -> new Expectation.Rows(number(match.group(1), 0));
        case ROW -> new Expectation.Row(match.group(1));
        case NO_ROW -> new Expectation.NoRow(match.group(1));
        case NOTHING_ELSE -> new Expectation.NothingElse();
        case EVENTUALLY -> new Expectation.Eventually();
        case KEEP -> new Expectation.Keep(match.group(1), match.group(2));
        case FIELD -> new Expectation.Field(match.group(1), match.group(2));
      };
    }

    private static int number(@Nullable String digits, int otherwise) {
      return digits == null ? otherwise : Integer.parseInt(digits);
    }
  }
}

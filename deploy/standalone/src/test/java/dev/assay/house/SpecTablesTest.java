package dev.assay.house;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.attempt.Outcome;
import dev.assay.api.node.NodeFilters;
import dev.assay.attribute.Attribute;
import dev.assay.attribute.AttributeTable;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.error.ErrorCode;
import dev.assay.node.NodeAttributeTable;
import dev.assay.port.PortAttributeTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Checks that the specification has a place for everything that the code offers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpecTablesTest {
  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| ([^|]+) \\|");
  private static final Pattern HEADING = Pattern.compile("(?m)^## \\d+\\. (.*)$");
  private static final Pattern CODE = Pattern.compile("`([A-Z]+(?:_[A-Z]+)*)`");

  @Test
  void api_md_has_a_row_for_every_attribute_of_a_node() {
    assertThat(missing(names(NodeAttributeTable.TABLE), rows("api.md", "### 9.1 ")))
        .as("attributes that need a row in the table of docs/spec/api.md 9.1")
        .isEmpty();
  }

  @Test
  void api_md_has_a_row_for_every_attribute_of_a_port() {
    assertThat(missing(names(PortAttributeTable.TABLE), rows("api.md", "## 11. ")))
        .as("attributes that need a row in the table of docs/spec/api.md 11")
        .isEmpty();
  }

  @Test
  void api_md_has_a_row_for_every_filter_of_nodes() {
    assertThat(missing(NodeFilters.NAMES.stream(), rows("api.md", "### 9.4 ")))
        .as("filters that need a row in the table of docs/spec/api.md 9.4")
        .isEmpty();
  }

  @Test
  void rules_md_has_a_row_for_every_attribute_that_rules_can_set() {
    var settable =
        Stream.concat(byRules(NodeAttributeTable.TABLE), byRules(PortAttributeTable.TABLE))
            .filter(name -> !name.endsWith("_interface")); // one row stands for all of them

    assertThat(missing(settable, rows("rules.md", "## 9. ")))
        .as("attributes that need a row in the tables of docs/spec/rules.md 9, or notByRules()")
        .isEmpty();
  }

  @Test
  void hooks_md_has_a_section_for_every_hook() {
    var page = Repository.read("docs/spec/hooks.md");
    var headings = HEADING.matcher(page).results().map(it -> it.group(1)).collect(toSet());

    assertThat(missing(Hooks.installed().names().stream(), headings))
        .as("hooks that need a section of their own at the end of docs/spec/hooks.md")
        .isEmpty();
  }

  @Test
  void every_error_code_is_specified() throws IOException {
    var specified = new HashSet<String>();
    try (var pages = Files.list(Repository.root().resolve("docs/spec"))) {
      for (var page : pages.toList()) {
        CODE.matcher(Files.readString(page)).results().forEach(it -> specified.add(it.group(1)));
      }
    }

    assertThat(missing(Arrays.stream(ErrorCode.values()).map(ErrorCode::name), specified))
        .as("error codes that need a row in docs/spec/hooks.md 1.2 or docs/spec/api.md 3")
        .isEmpty();
  }

  @Test
  void conductor_md_explains_every_outcome_of_an_attempt_as_the_code_does() {
    var rows =
        Arrays.stream(Outcome.values())
            .map(
                it ->
                    "| `%s` | %d | %s | %s |"
                        .formatted(it.name(), it.status(), it.meaning(), it.hint()))
            .toList();

    assertThat(Repository.read("docs/spec/conductor.md").lines())
        .as("rows that the table of docs/spec/conductor.md 4.4 needs")
        .containsSubsequence(rows);
  }

  private static Stream<String> names(AttributeTable<?> table) {
    return table.rows().stream().map(Attribute::name);
  }

  private static Stream<String> byRules(AttributeTable<?> table) {
    return table.rows().stream().filter(Attribute::byRules).map(Attribute::name);
  }

  private static Set<String> missing(Stream<String> wanted, Set<String> there) {
    return wanted.filter(name -> !there.contains(name)).collect(toSet());
  }

  /** The names in the first cells of a section: {@code boot_, raid_interface} are two. */
  private static Set<String> rows(String page, String heading) {
    var text = Repository.read("docs/spec/" + page);
    var from = text.indexOf("\n" + heading);
    assertThat(from).as("docs/spec/%s has a section %s", page, heading).isNotNegative();
    var level = heading.substring(0, heading.indexOf(' ') + 1);
    var section = text.substring(from, text.indexOf("\n" + level, from + 1));
    return FIRST_CELL
        .matcher(section)
        .results()
        .flatMap(cell -> Arrays.stream(cell.group(1).replace("`", "").split(", ", -1)))
        .map(name -> name.endsWith("_") ? name + "interface" : name)
        .collect(toSet());
  }
}

package dev.assay.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes of the version before work with the changed schema during an upgrade, so a change only
 * adds what they can ignore. Source: docs/decisions/0046.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaChangesTest {
  private static final Path FOLDER = Path.of("src/main/resources/db/assay");

  /** Written before there was a version whose processes had to go on. */
  private static final List<String> BEFORE_THE_RULE = List.of("001", "002", "003", "011");

  private static final Pattern BREAKING =
      Pattern.compile(
          "\\b(drop\\s+(table|column|sequence|type|view|constraint)|rename\\b"
              + "|alter\\s+column\\s+\\w+\\s+(type|set\\s+data)|set\\s+not\\s+null"
              + "|alter\\s+sequence|truncate|delete\\s+from"
              + "|add\\s+(constraint|unique|check|primary|foreign)|create\\s+unique)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ADDED_COLUMN_THAT_MUST_BE_GIVEN =
      Pattern.compile("add\\s+column\\b(?!.*\\bdefault\\b).*\\bnot\\s+null", Pattern.DOTALL);

  static Stream<Path> changes() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".sql"))
          .filter(file -> !BEFORE_THE_RULE.contains(number(file)))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static String number(Path file) {
    return file.getFileName().toString().substring(0, 3);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void a_change_of_the_schema_leaves_processes_of_the_version_before_working(Path file)
      throws IOException {
    assertThat(statements(Files.readString(file))).noneMatch(SchemaChangesTest::breaks);
  }

  @ParameterizedTest
  @CsvSource({
    "alter table a drop column b, true",
    "alter table a rename to b, true",
    "alter table a alter column b type text, true",
    "alter table a alter column b set not null, true",
    "alter table a add column b int not null, true",
    "alter table a add constraint b check (c > 0), true",
    "create unique index a on b (c), true",
    "alter table a add column b int not null default 0, false",
    "alter table a add column b int, false",
    "alter table a alter column b set default 1, false",
    "create index a on b (c), false",
    "update a set b = 1, false"
  })
  void what_breaks_is_recognised(String statement, boolean breaks) {
    assertThat(breaks(statement)).isEqualTo(breaks);
  }

  @Test
  void the_folder_has_changes() throws IOException {
    assertThat(changes()).hasSizeGreaterThan(10);
  }

  private static boolean breaks(String statement) {
    return BREAKING.matcher(statement).find()
        || ADDED_COLUMN_THAT_MUST_BE_GIVEN.matcher(statement).find();
  }

  /** Without comments; a new table is new in all its parts. */
  private static List<String> statements(String sql) {
    return Arrays.stream(sql.replaceAll("(?m)--.*$", "").split(";"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty() && !statement.startsWith("create table"))
        .toList();
  }
}

package dev.assay.house;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.plugin.Plugins;
import dev.assay.rule.Argument;
import dev.assay.rule.Arguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RulesConfig;
import dev.assay.rule.store.BuiltInRulesFile;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the pages on rules match the code and that their examples are valid. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesPageTest {
  private static final String TUTORIAL = Repository.read("docs/rules.md");
  private static final String REFERENCE = Repository.read("docs/rules-reference.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```(json|yaml)\n(.*?)```");

  @Test
  void has_a_row_for_every_operator_with_its_arguments() {
    assertThat(rows("Conditions"))
        .containsExactlyInAnyOrderElementsOf(
            ServiceLoader.load(RuleOperator.class).stream()
                .map(ServiceLoader.Provider::get)
                .map(operator -> "`%s` | %s".formatted(operator.name(), of(operator.arguments())))
                .toList());
  }

  @Test
  void has_a_row_for_every_action_with_its_arguments_and_those_of_phase_early_in_bold() {
    assertThat(rows("Actions"))
        .containsExactlyInAnyOrderElementsOf(
            ServiceLoader.load(RuleAction.class).stream()
                .map(ServiceLoader.Provider::get)
                .map(
                    action ->
                        (action.early() ? "**`%s`** | %s" : "`%s` | %s")
                            .formatted(action.name(), of(action.arguments())))
                .toList());
  }

  @Test
  void has_a_row_for_every_phase() {
    assertThat(REFERENCE).contains(Phase.names().stream().map("\n| `%s` | "::formatted).toList());
  }

  @Test
  void shows_rules_that_are_taken(@TempDir Path folder) throws IOException {
    var file = folder.resolve("rules.yaml");
    var examples = EXAMPLE.matcher(TUTORIAL + REFERENCE).results().toList();
    assertThat(examples).hasSizeGreaterThan(2);
    for (var example : examples) { // JSON is valid YAML, and the file format has the same objects
      var text = example.group(2);
      Files.writeString(file, example.group(1).equals("json") ? "[" + text + "]" : text);
      assertThat(BuiltInRulesFile.read(file, registry())).isNotEmpty();
    }
  }

  /** The first two cells of each row of the table in a section. */
  private static List<String> rows(String section) {
    var from = REFERENCE.indexOf("\n## " + section + "\n");
    return REFERENCE
        .substring(from, REFERENCE.indexOf("\n## ", from + 1))
        .lines()
        .filter(line -> line.startsWith("| `") || line.startsWith("| **`"))
        .map(line -> line.split(" \\| ", 3))
        .map(cells -> cells[0].substring(2) + " | " + cells[1])
        .toList();
  }

  /**
   * The arguments as the page writes them: in the order of the list form, optional ones in
   * brackets.
   */
  private static String of(Arguments arguments) {
    return arguments.declared().stream().map(RulesPageTest::of).collect(joining(", "));
  }

  private static String of(Argument<?> argument) {
    return (argument.isRequired() ? "`%s`" : "[`%s`]").formatted(argument.name());
  }

  private static RuleRegistry registry() {
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(RulesConfig.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .build()
            .getConfigMapping(RulesConfig.class);
    return new RuleRegistry(Plugins.in(Path.of("no-such-folder")), config);
  }
}

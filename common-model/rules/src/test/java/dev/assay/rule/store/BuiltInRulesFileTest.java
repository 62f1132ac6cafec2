package dev.assay.rule.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.rule.Phase;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Multiple;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleRegistries;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RuleRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec rules.md 2. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BuiltInRulesFileTest {
  private final RuleRegistry registry = RuleRegistries.with();
  private final Path file;

  BuiltInRulesFileTest(@TempDir Path folder) {
    file = folder.resolve("rules.yaml");
  }

  @Test
  void are_read_in_the_order_of_the_file() throws IOException {
    var rules =
        read(
            """
            - description: first
              priority: -5
              scope: lab
              sensitive: true
              enabled: false
              phase: early
              conditions:
                - op: eq
                  args: {values: ["{inventory[date]}", 2026-08-01]}
                  loop: [1, 2]
              actions:
                - {op: log, args: [hello]}
            - uuid: rule-dell
              actions:
                - {op: fail, args: {msg: no}}
            - actions:
                - {op: fail, args: {msg: 5}}
            """);

    assertThat(rules)
        .extracting(Rule::uuid)
        .containsExactly(
            "00000000-0000-0000-0000-000000000000",
            "rule-dell",
            "00000000-0000-0000-0000-000000000001");
    var first = rules.getFirst();
    assertThat(first.priority()).isEqualTo(-5);
    assertThat(first.scope()).isEqualTo("lab");
    assertThat(first.sensitive()).isTrue();
    assertThat(first.enabled()).isFalse();
    assertThat(first.phase()).isEqualTo(Phase.EARLY);
    assertThat(first.builtIn()).isTrue();
    assertThat(first.conditions())
        .containsExactly(
            new Condition(
                "eq",
                RuleRunner.tree("{\"values\": [\"{inventory[date]}\", \"2026-08-01\"]}"),
                RuleRunner.tree("[1, 2]"),
                Multiple.ANY));
    assertThat(rules.get(1).phase()).isEqualTo(Phase.MAIN);
    assertThat(rules.get(1).priority()).isZero();
    assertThat(rules.get(1).enabled()).isTrue();
  }

  @Test
  void are_none_in_an_empty_list() throws IOException {
    assertThat(read("[]")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 1                                     | it must be a list of rules",
        "''                                       | it must be a list of rules",
        "'[: '                                    | it is no YAML",
        "- &a [*a]                                | it is nested too deeply, or an alias refers to"
            + " itself",
        "- 5                                      | rule 1 (line 1): it is no object",
        "- {color: red, actions: []}              | rule 1 (line 1): 'color' was unexpected",
        "- {conditions: []}                       | rule 1 (line 1): Schema error: 'actions' is a required property",
        "- {actions: []}                          | rule 1 (line 1): Schema error: [] is too short",
        "- {uuid: x, actions: [{op: boot, args: {}}]} | rule 1 (line 1) x: actions[0]: 'boot' is not one of",
        "- {actions: [{op: log, args: {}}]}       | actions[0] log: missing required argument(s): msg",
        "- {priority: high, actions: [{op: log, args: [a]}]} | priority \"high\" is no integer",
        "- {sensitive: maybe, actions: [{op: log, args: [a]}]} | sensitive must be true or false",
        "- {enabled: 1, actions: [{op: log, args: [a]}]} | enabled must be true or false, not 1",
        "- {phase: late, actions: [{op: log, args: [a]}]} | Invalid phase: late. Valid phases are: early, preprocess, main",
        "- {uuid: 5, actions: [{op: log, args: [a]}]} | uuid must be a text",
        "- {uuid: a, uuid: b, actions: []}        | it is no YAML"
      })
  void are_refused_with_file_rule_and_reason(String yaml, String reason) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "assay.inspection-rules.built-in: %s cannot be used".formatted(file))
        .hasMessageContaining(reason);
  }

  @Test
  void are_refused_with_the_line_of_the_rule_that_is_wrong() {
    var yaml =
        """
        # a comment
        - actions:
            - {op: log, args: [a]}

        - uuid: second
          conditions:
            - {op: matches, args: {value: x, regex: "["}}
          actions:
            - {op: log, args: [a]}
        """;

    assertThatThrownBy(() -> read(yaml))
        .hasMessageContaining(
            "rule 2 (line 5) second: conditions[0] matches: regex: invalid regular expression");
  }

  @Test
  void are_refused_when_two_have_one_name() {
    var yaml =
        """
        - {uuid: a, actions: [{op: log, args: [a]}]}
        - {uuid: a, actions: [{op: log, args: [b]}]}
        """;

    assertThatThrownBy(() -> read(yaml))
        .hasMessageContaining("rule 2 (line 2) a: an earlier rule has the uuid a, too");
  }

  @Test
  void are_refused_without_the_file() {
    assertThatThrownBy(() -> BuiltInRulesFile.read(file, registry))
        .hasMessageContaining("rules.yaml cannot be used: it cannot be read");
  }

  private List<Rule> read(String yaml) throws IOException {
    Files.writeString(file, yaml);
    return BuiltInRulesFile.read(file, registry);
  }
}

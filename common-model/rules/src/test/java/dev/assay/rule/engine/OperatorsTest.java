package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec rules.md 6: cases of the operators that the test vectors do not cover. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OperatorsTest {
  private final RuleRunner rules = new RuleRunner();

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "is-empty | [\"{plugin_data[nope]}\"]          | true",
        "is-empty | [{\"k\": \"{plugin_data[nope]}\"}] | false",
        "is-empty | [[\"{plugin_data[nope]}\"]]        | false",
        "is-empty | [{}]                               | true",
        "is-true  | [\"YES\"]                          | true",
        "is-true  | [\"yeſ\"]                          | false",
        "is-true  | [\"tRue\"]                         | true",
        "is-false | [\"faLSe\"]                        | true",
        "is-false | [\"falſe\"]                        | false",
        "is-false | [\"No\"]                           | true",
        "one-of   | [\"a\", \"{plugin_data[nope]}\"]   | false",
        "one-of   | [\"a\", \"abc\"]                   | true",
        "one-of   | [\"x86\", \"{inventory[cpu][architecture]}\"] | true"
      })
  void ask(String op, String args, boolean holds) {
    rules.when("{\"op\": \"%s\", \"args\": %s}".formatted(op, args));

    assertThat(rules.matches()).isEqualTo(holds);
  }
}

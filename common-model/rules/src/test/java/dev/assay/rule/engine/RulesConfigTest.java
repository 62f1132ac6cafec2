package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 15. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesConfigTest {
  @Test
  void has_the_defaults_of_the_specification() {
    var config = RuleRegistries.config();

    assertThat(config.builtInFile()).isEmpty();
    assertThat(config.defaultScope()).isEmpty();
    assertThat(config.maskSecrets()).isEqualTo(RulesConfig.MaskSecrets.ALWAYS);
    assertThat(config.supportedInterfaces()).isEqualTo("^(agent|inspector)$");
    assertThat(config.interpolation()).isEqualTo(RulesConfig.Interpolation.TYPED);
    assertThat(config.apiCallHosts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"built-in", "built-in-rules"})
  void knows_the_file_by_both_names(String name) {
    assertThat(RuleRegistries.config(name, "/etc/rules.yaml").builtInFile())
        .contains(Path.of("/etc/rules.yaml"));
  }

  @ParameterizedTest
  @CsvSource({"agent, true", "inspector, true", "redfish, false", "agents, false"})
  void rules_run_for_the_interfaces_that_match(String name, boolean runs) {
    assertThat(RuleRegistries.with().appliesTo(name)).isEqualTo(runs);
  }

  @Test
  void interfaces_that_are_no_regular_expression_stop_the_start() {
    assertThatThrownBy(() -> RuleRegistries.with("supported-interfaces", "("))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("assay.inspection-rules.supported-interfaces: invalid regular");
  }

  @ParameterizedTest
  @CsvSource({"mask-secrets, sometimes", "interpolation, both"})
  void words_that_are_none_are_refused(String option, String value) {
    assertThatThrownBy(() -> RuleRegistries.config(option, value)).hasMessageContaining(value);
  }
}

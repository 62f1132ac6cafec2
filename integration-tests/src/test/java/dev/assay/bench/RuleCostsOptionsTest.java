package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.bench.CallbacksOptions.StackKind;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleCostsOptionsTest {
  @Test
  void without_arguments_are_a_thousand_rules_and_fewer_and_more() {
    assertThat(RuleCostsOptions.parse())
        .isEqualTo(
            new RuleCostsOptions(
                List.of(250, 500, 1000, 2000, 4000),
                50_000,
                2_000_000,
                300,
                StackKind.SERVICES,
                10_000,
                10));
  }

  @Test
  void are_read_in_any_order() {
    var line =
        "--nodes 0 --rules 10,20 --size 9000 --tried 3 --stack standalone --warm-up 7 --runs 8";

    assertThat(RuleCostsOptions.parse(line.split(" ")))
        .isEqualTo(new RuleCostsOptions(List.of(10, 20), 9000, 7, 8, StackKind.STANDALONE, 0, 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rules 0",
        "--rules 10,",
        "--rules many",
        "--size 0",
        "--warm-up -1",
        "--runs 0",
        "--nodes -1",
        "--tried 0",
        "--tried 5001",
        "--stack",
        "--colour red"
      })
  void are_refused_when_they_are_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> RuleCostsOptions.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .isNotBlank();
  }
}

package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StartsOptionsTest {
  @Test
  void without_arguments_are_ten_thousand_nodes_and_the_default_number_of_starts() {
    assertThat(StartsOptions.parse()).isEqualTo(new StartsOptions(10_000, 50, 100));
  }

  @Test
  void are_read_in_any_order() {
    assertThat(StartsOptions.parse("--scale", "30", "--nodes", "7", "--starts", "2"))
        .isEqualTo(new StartsOptions(7, 2, 30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nodes 0", "--nodes 20001", "--scale 301", "--starts", "--red 1"})
  void are_refused_when_they_are_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> StartsOptions.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .isNotBlank();
  }
}

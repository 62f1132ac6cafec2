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
class ReadsOptionsTest {
  @Test
  void without_arguments_are_sixteen_connections_to_the_services() {
    assertThat(ReadsOptions.parse())
        .isEqualTo(
            new ReadsOptions(StackKind.SERVICES, 10_000, 16, List.of(ReadKind.values()), 30, 10));
  }

  @Test
  void are_read_in_any_order() {
    var line =
        "--seconds 5 --warm-up 60 --nodes 100000 --stack standalone --connections 4 --only full_page";

    assertThat(ReadsOptions.parse(line.split(" ")))
        .isEqualTo(
            new ReadsOptions(StackKind.STANDALONE, 100_000, 4, List.of(ReadKind.FULL_PAGE), 60, 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nodes 1999",
        "--nodes 200001",
        "--connections 0",
        "--connections 257",
        "--seconds 0",
        "--seconds soon",
        "--warm-up -1",
        "--warm-up 301",
        "--stack",
        "--only all",
        "--colour red"
      })
  void are_refused_when_they_are_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> ReadsOptions.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .isNotBlank();
  }
}

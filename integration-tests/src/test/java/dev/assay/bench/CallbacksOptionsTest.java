package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.bench.CallbacksOptions.StackKind;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CallbacksOptionsTest {
  @Test
  void without_arguments_are_a_closed_loop_on_the_services() {
    assertThat(CallbacksOptions.parse())
        .isEqualTo(new CallbacksOptions(StackKind.SERVICES, 1000, 500, 32, 0, 50_000, null));
  }

  @Test
  void are_read_in_any_order() {
    var options =
        CallbacksOptions.parse(
            "--json", "figures.json", "--rate", "100", "--stack", "standalone", "--nodes", "3000");

    assertThat(options)
        .isEqualTo(
            new CallbacksOptions(
                StackKind.STANDALONE, 3000, 500, 32, 100, 50_000, Path.of("figures.json")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nodes 0",
        "--nodes 5001",
        "--nodes many",
        "--nodes",
        "--concurrency 257",
        "--rate 2001",
        "--size 1000001",
        "--stack cloud",
        "--colour red"
      })
  void are_refused_when_they_are_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> CallbacksOptions.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .isNotBlank();
  }
}

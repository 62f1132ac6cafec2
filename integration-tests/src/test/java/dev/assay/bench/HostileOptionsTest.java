package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileOptionsTest {
  @Test
  void without_options_it_is_the_attack_that_the_service_must_stand() {
    var options = HostileOptions.parse();
    assertThat(options.connections()).isEqualTo(200);
    assertThat(options.bodySize()).isEqualTo(15_000_000);
    assertThat(options.link()).isEqualTo(125);
    assertThat(options.rate()).isEqualTo(50);
    assertThat(options.callbacks()).isEqualTo(300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--connections=1", "--connections 500", "--seconds", "--rate x", "--link 2000"})
  void what_makes_no_sense_is_refused(String words) {
    assertThatThrownBy(() -> HostileOptions.parse(words.split(" ")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

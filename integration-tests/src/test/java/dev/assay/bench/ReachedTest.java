package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReachedTest {
  private static final Reached SIX = Reached.at(List.of(12.0, 0.5, 1.0, 1.0, 1.5, 3.0));

  @Test
  void counts_those_that_reached_it_until_each_second() {
    assertThat(SIX.eachSecond(4)).containsExactly(0, 3, 4, 5, 5);
    assertThat(SIX.machines()).isEqualTo(6);
    assertThat(SIX.last()).isEqualTo(12);
  }

  @Test
  void the_highest_rate_is_that_of_any_window_not_of_whole_seconds() {
    assertThat(SIX.highestRate(1)).isEqualTo(3); // from 0.5 to before 1.5, or from 1 on
    assertThat(SIX.highestRate(10)).isEqualTo(0.5);
    assertThat(SIX.rate()).isEqualTo(6 / 11.5);
  }

  @Test
  void nothing_was_reached_by_nobody() {
    var nobody = Reached.at(List.of());

    assertThat(nobody.last()).isZero();
    assertThat(nobody.rate()).isZero();
    assertThat(nobody.highestRate(10)).isZero();
    assertThat(nobody.eachSecond(2)).containsExactly(0, 0, 0);
  }
}

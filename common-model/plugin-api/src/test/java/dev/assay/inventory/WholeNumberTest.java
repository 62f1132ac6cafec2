package dev.assay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 13. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WholeNumberTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "480, 480",
    "' 480 ', 480",
    "+7, 7",
    "-2, -2",
    "007, 7",
    "1_000, 1000",
    "1_0_0, 100",
    "123456789012345678901234567890, 123456789012345678901234567890"
  })
  void reads_sign_digits_underscores_and_blanks(String text, BigInteger number) {
    assertThat(WholeNumber.parse(text)).hasValue(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "-", "+", "1.5", "1e3", "0x10", "_1", "1_", "1__0", "- 1", "--1", "ten", "1\u0000"
      })
  void takes_nothing_else_for_a_number(String text) {
    assertThat(WholeNumber.parse(text)).isEmpty();
  }

  @Test
  void takes_only_what_can_be_read_again() {
    assertThat(WholeNumber.parse("9".repeat(500))).isPresent();
    assertThat(WholeNumber.parse("9".repeat(501))).isEmpty();
    assertThat(WholeNumber.parse("1_".repeat(1_000_000) + "1")).isEmpty();
  }
}

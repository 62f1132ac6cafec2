package dev.assay.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import dev.assay.storedjson.StoredJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers from hooks are either read back from the database unchanged or rejected. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoredNumbersTest {
  private final ChangeSet changes =
      ChangeSet.forHooks(StoredJson.object(), StoredJson.object(), List.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "2147483647",
        "2147483648",
        "-2147483648",
        "-2147483649",
        "9223372036854775807",
        "9223372036854775808"
      })
  void whole_ones_are_the_nodes_that_a_parser_makes(String number) {
    changes.step().property("x", BigIntegerNode.valueOf(new BigInteger(number)));

    assertThat(changes.step().property("x")).isEqualTo(StoredJson.read(number, JsonNode.class));
  }

  static Stream<BigDecimal> readable() {
    return Stream.of("9".repeat(1000), "-" + "9".repeat(1000), "1e999", "1e-1000", "9.9e500", "1e0")
        .map(BigDecimal::new);
  }

  @ParameterizedTest
  @MethodSource("readable")
  void of_a_thousand_digits_are_read_again_as_jsonb_writes_them(BigDecimal number) {
    changes.step().property("x", DecimalNode.valueOf(number));

    assertThat(StoredJson.readable(number)).isTrue();
    assertThat(StoredJson.read(number.toPlainString(), JsonNode.class).decimalValue())
        .isEqualByComparingTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1000", "1e-1001", "1e999999999", "-1e1000", "12e999"})
  void of_more_are_refused(String number) {
    assertThat(StoredJson.readable(new BigDecimal(number))).isFalse();
    assertThatThrownBy(
            () -> changes.step().property("x", DecimalNode.valueOf(new BigDecimal(number))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("property x is not a finite number, or has more than 1000 digits");
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 1004})
  void whole_ones_are_bounded_at_exactly_as_many_digits(int digits) {
    var number = BigIntegerNode.valueOf(new BigInteger("1".repeat(digits)));

    if (digits <= StoredJson.DIGITS) {
      changes.step().property("x", number);
      assertThat(changes.properties().path("x")).isEqualTo(number);
    } else {
      assertThatThrownBy(() -> changes.step().property("x", number))
          .hasMessageContaining("more than 1000 digits");
    }
  }
}

package dev.assay.storedjson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import java.math.BigDecimal;
import java.util.Collections;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ShortNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1.50, 1.50",
    "1e2, 100",
    "1e-7, 0.0000001",
    "1e40, 10000000000000000000000000000000000000000",
    "1e41, 1E+41",
    "1e-999, 1E-999",
    "-2.5e500, -2.5E+500"
  })
  void are_plain_while_that_is_short(String number, String written) {
    var value = new BigDecimal(number);

    assertThat(StoredJson.write(DecimalNode.valueOf(value))).isEqualTo(written);
    assertThat(StoredJson.read(written, JsonNode.class).decimalValue()).isEqualByComparingTo(value);
  }

  @Test
  void a_document_full_of_exponents_is_not_much_longer_when_it_is_written() {
    var sent = "[" + String.join(",", Collections.nCopies(10_000, "1e999")) + "]";

    var written = StoredJson.write(StoredJson.read(sent, JsonNode.class));

    assertThat(written).hasSizeLessThan(2 * sent.length());
  }
}

package dev.assay.rule.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: spec rules.md 7.5; the expected texts are the output of Python 3.11. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FormatSpecTest {
  @ParameterizedTest(name = "{0} with ''{1}'' is ''{2}''")
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "\"ab\";;ab",
        "\"ab\";5;ab   ",
        "\"ab\";>5;   ab",
        "\"ab\";*^5;*ab**",
        "\"abc\";.2s;ab",
        "\"\uD83D\uDE00b\";é>3.1;éé\uD83D\uDE00",
        "7;5;    7",
        "7;+d;+7",
        "7; d; 7",
        "-7;05;-0007",
        "-7;=+8;-      7",
        "-7;*<6;-7****",
        "255;x;ff",
        "255;#X;0XFF",
        "-255;#06x;-0x0ff",
        "5;#b;0b101",
        "8;o;10",
        "1234567;,;1,234,567",
        "1234567;_x;12_d687",
        "7;08,;0,000,007",
        "1000000000000000000000000000000;_;1_000_000_000_000_000_000_000_000_000_000",
        "true;d;1",
        "true;.1f;1.0",
        "true;>6;  True",
        "0.5;;0.5",
        "0.5;8;     0.5",
        "2.675;.2f;2.67",
        "0.5;.0f;0",
        "1234.5678;,.2f;1,234.57",
        "1234.5678;012,.2f;0,001,234.57",
        "7;e;7.000000e+00",
        "1234.5678;.3E;1.235E+03",
        "1e-7;g;1e-07",
        "123456789.0;g;1.23457e+08",
        "999999.5;g;1e+06",
        "0.5;.1%;50.0%",
        "2.0;.3;2.0",
        "1234.5678;.3;1.23e+03",
        "1e16;;1e+16"
      })
  void writes(String value, String spec, String text) throws IOException {
    assertThat(FormatSpec.parse(spec == null ? "" : spec).format(json(value))).hasValue(text);
  }

  @ParameterizedTest(name = "{0} with ''{1}''")
  @CsvSource({
    "'\"ab\"', d",
    "'\"ab\"', .1f",
    "'\"ab\"', +",
    "'\"ab\"', 05",
    "7, s",
    "7, .2",
    "0.5, d",
    "0.5, '#'",
    "null, 5",
    "[], 5",
    "{}, s",
  })
  void has_no_text_for_a_value_of_another_kind(String value, String spec) throws IOException {
    assertThat(FormatSpec.parse(spec).format(json(value))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "y",
        "n",
        "c",
        ".3d",
        ",x",
        "+s",
        "05s",
        "#f",
        "1001",
        ".101f",
        "{x}",
        "5.",
        "9999999999"
      })
  void refuses_what_goes_with_no_value(String spec) {
    assertThatThrownBy(() -> FormatSpec.parse(spec)).isInstanceOf(IllegalArgumentException.class);
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }
}

package dev.assay.rule.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source: spec rules.md 7.4; the expected texts are the output of Python 3.11. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TextFormTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "null;None",
        "true;True",
        "false;False",
        "0;0",
        "12345678901234567890123;12345678901234567890123",
        "2.0;2.0",
        "0.1;0.1",
        "1e15;1000000000000000.0",
        "1e16;1e+16",
        "1.5e-5;1.5e-05",
        "0.0001;0.0001",
        "1e23;1e+23",
        "4.9e-324;5e-324",
        "\"a'b\";a'b",
        "[];[]",
        "{};{}",
        "[1, \"a\", null, [true]];[1, 'a', None, [True]]",
        "{\"b\": 1, \"a\": \"x\"};{'b': 1, 'a': 'x'}",
        "[\"it's\"];[\"it's\"]",
        "[\"it's \\\"so\\\"\"];['it\\'s \"so\"']",
        "[\"a\\\\b\\n\\r\\t\"];['a\\\\b\\n\\r\\t']",
        "[\"\\u0000\\u007f\\u00a0\\u00ad\"];['\\x00\\x7f\\xa0\\xad']",
        "[\"\\u200b\\ud800é😀\"];['\\u200b\\ud800é😀']",
        "[\"\\udb80\\udc00\"];['\\U000f0000']"
      })
  void is_what_python_writes(String value, String text) throws IOException {
    assertThat(TextForm.of(new ObjectMapper().readTree(value))).isEqualTo(text);
  }
}

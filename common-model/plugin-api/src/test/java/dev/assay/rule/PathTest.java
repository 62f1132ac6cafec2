package dev.assay.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: spec rules.md 9. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PathTest {
  @ParameterizedTest
  @CsvSource({
    "'\"extra\"', extra",
    "'\"/extra/a/\"', extra a",
    "'\"//extra/a\"', extra a",
    "'\"extra.a.b\"', extra a b",
    "'\"extra/a.b\"', extra a.b",
    "'\"/extra/a~1b\"', extra a~1b",
    "'\"extra/l/0\"', extra l 0",
    "'[\"a\", \"b.c\", \"d/e\"]', a b.c d/e"
  })
  void is_read_from(String written, String parts) throws IOException {
    assertThat(Path.of(new ObjectMapper().readTree(written)).parts())
        .containsExactly(parts.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"/\"",
        "\"a//b\"",
        "\"a..b\"",
        "\".a\"",
        "[]",
        "[\"\"]",
        "[1]",
        "5",
        "null",
        "{}"
      })
  void is_refused_when_nothing_is_meant(String written) throws IOException {
    var json = new ObjectMapper().readTree(written);

    assertThatThrownBy(() -> Path.of(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("path ");
  }
}

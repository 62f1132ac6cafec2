package dev.assay.api.conditional;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which fields If-None-Match name a tag: RFC 9110 8.8.3 and 13.1.2. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EntityTagTest {
  private static final EntityTag TAG = new EntityTag("a-1");

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "W/\"a-1\"",
        "\"a-1\"",
        "*",
        " * ",
        "\"x\", W/\"a-1\"",
        "\"x\",\"a-1\" ,\"y\"",
        "\"x,y\", \"a-1\"",
        ",, W/\"a-1\",",
        "nonsense, W/\"a-1\""
      })
  void names_it(String field) {
    assertThat(TAG.isIn(List.of(field))).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "",
        "a-1",
        "'a-1'",
        "\"a-1",
        "\"A-1\"",
        "\" a-1 \"",
        "\"\"",
        "W/\"x\"",
        "W/",
        "\"*\"",
        "**",
        "\u0000"
      })
  void does_not_name_it(String field) {
    assertThat(TAG.isIn(List.of(field))).isFalse();
  }

  @Test
  void several_fields_are_one_list() {
    assertThat(TAG.isIn(List.of("\"x\"", "\"a-1\""))).isTrue();
    assertThat(TAG.isIn(List.of())).isFalse();
  }

  @Test
  void is_made_of_all_texts_in_their_order() {
    assertThat(EntityTag.of(List.of("a", "b"))).isEqualTo(EntityTag.of(List.of("a", "b")));
    assertThat(
            List.of(
                EntityTag.of(List.of("a", "b")),
                EntityTag.of(List.of("b", "a")),
                EntityTag.of(List.of("a", "", "b")),
                EntityTag.of(List.of("ab"))))
        .doesNotHaveDuplicates();
    assertThat(EntityTag.of(List.of("a"))).asString().matches("W/\"[A-Za-z0-9_-]{43}\"");
  }
}

package dev.assay.rule.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.storedjson.StoredJson;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 8. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SecretMaskTest {
  private final SecretMask secrets = new SecretMask();

  @ParameterizedTest
  @CsvSource({
    "hunter2, ***",
    "is hunter2!, is ***!",
    "hunter2hunter2, ***",
    "hunter22-bis, ***",
    "xhunter2-bis, x***",
    "hunter, hunter",
    "'', ''"
  })
  void a_text_is_shown_without_what_belongs_to_any_secret(String text, String shown) {
    secrets.remember(json("[\"hunter2\", \"unter22-bis\", \"unter2-bis\"]"));

    assertThat(secrets.hidden(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"k\\\"ey'1\" | say k\"ey'1",
        "\"k\\\"ey'1\" | [k\"ey\\'1]",
        "{\"the-key\": 1} | the-key",
        "{\"a\": [1e20]} | 1e+20",
        "{\"a\": [1e20]} | 1E+20",
        "12345 | 12345"
      })
  void a_secret_is_hidden_in_all_its_forms(String secret, String text) {
    secrets.remember(json(secret));

    assertThat(secrets.hidden(text)).contains("***").doesNotContain("ey").doesNotContain("20");
  }

  @Test
  void a_text_is_shortened_without_cutting_a_secret_in_two() {
    secrets.remember(json("\"hunter2\""));

    for (int limit = 10; limit < 40; limit++) {
      var shown = secrets.hidden("the password is hunter2 hunter2, hunter2", limit);
      assertThat(shown).hasSizeLessThanOrEqualTo(limit).doesNotContain("hunt");
    }
  }

  @Test
  void what_is_cut_is_not_looked_at() {
    secrets.remember(json("\"hunter2\""));
    assertThat(secrets.hidden("hunter2 ".repeat(500_000), 200))
        .hasSize(200)
        .startsWith("*** *** ")
        .endsWith("...");
    var list = StoredJson.MAPPER.createArrayNode();
    IntStream.range(0, 600_000).forEach(i -> list.add("hunter2 " + i));
    assertThat(secrets.safe(list, 4000)).hasSizeLessThan(1000);
  }

  @Test
  void a_long_secret_is_hidden_whole_and_in_its_parts() {
    var key = IntStream.range(0, 900).mapToObj(Integer::toString).reduce("", String::concat);
    secrets.remember(StoredJson.tree(key));

    assertThat(secrets.hidden("<" + key + ">")).isEqualTo("<***>");
  }

  @ParameterizedTest
  @ValueSource(ints = {150, 201, 600_000})
  void a_machine_with_more_secrets_than_can_be_looked_for_is_not_shown(int count) {
    var passwords = StoredJson.MAPPER.createArrayNode();
    IntStream.range(0, count).forEach(i -> passwords.add("password" + i));
    secrets.remember(passwords);

    assertThat(secrets.tooMany()).isEqualTo(count > 200);
    assertThat(secrets.hidden("harmless")).isEqualTo(count > 200 ? "***" : "harmless");
    assertThat(secrets.safe(json("{\"a\": [1]}")))
        .isEqualTo(count > 200 ? SecretMask.MASKED : json("{\"a\": [1]}"));
    assertThat(new MaskedJson(secrets, 200).json(json("{\"a\": [1]}")))
        .isEqualTo(count > 200 ? "\"***\"" : "{\"a\": [1]}");
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}

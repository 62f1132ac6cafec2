package dev.assay.inspection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SplitPayloadTest {
  static Stream<Path> samples() throws IOException {
    try (var files = Files.list(Path.of("src/test/resources/samples"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d.*(?<!expected)\\.json"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void its_documents_are_the_body_byte_for_byte(Path sample) throws IOException {
    var body = Files.readAllBytes(sample);

    assertThat(rejoined(body)).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"inventory\":{}}",
        " { \"a\":\"inventory\" ,\"inventory\"\t: {\"b\":[1.50]} , \"ü\":{\"inventory\":1} } \n",
        "{\"x\":1,\"inventory\":{\"y\":\"\\u0000\"}}"
      })
  void white_space_and_order_are_kept(String body) {
    assertThat(new String(rejoined(body.getBytes(UTF_8)), UTF_8)).isEqualTo(body);
  }

  @Test
  void another_inventory_leaves_the_rest_the_same_document() {
    var one = split("{\"a\":1,\"inventory\":{\"n\":1}}");
    var other = split("{\"a\":1,\"inventory\":{\"n\":2}}");

    assertThat(other.rest().digest()).isEqualTo(one.rest().digest());
    assertThat(other.inventory().digest()).isNotEqualTo(one.inventory().digest());
  }

  @Test
  void the_place_of_the_inventory_is_a_part_of_the_rest() {
    var before = split("{\"inventory\": {},\"a\":1}");
    var after = split("{\"inventory\":{} ,\"a\":1}"); // the same bytes without the inventory

    assertThat(after.rest().digest()).isNotEqualTo(before.rest().digest());
  }

  private static SplitPayload split(String body) {
    return SplitPayload.of(body.getBytes(UTF_8));
  }

  private static byte[] rejoined(byte[] body) {
    var split = SplitPayload.of(body);
    return SplitPayload.body(
            split.inventory().text().orElseThrow().bytes(),
            split.rest().text().orElseThrow().bytes(),
            split.rest().split())
        .json();
  }
}

package dev.assay.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.api.error.BodyRefused;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonBodyTest {
  static Stream<Arguments> bad() {
    return Stream.of(
        Arguments.of("empty", bytes("")),
        Arguments.of("blank", bytes("  \n")),
        Arguments.of("broken", bytes("{\"a\":")),
        Arguments.of("not JSON", bytes("<html>")),
        Arguments.of("null for an object", bytes("null")),
        Arguments.of("an array for an object", bytes("[]")),
        Arguments.of("a text for an object", bytes("\"a\"")),
        Arguments.of("a second value", bytes("{} {}")),
        Arguments.of("rest", bytes("{}]")),
        Arguments.of("a name twice", bytes("{\"a\":1,\"a\":2}")),
        Arguments.of("a name twice below", bytes("{\"b\":{\"a\":1,\"a\":2}}")),
        Arguments.of("digits", bytes("{\"a\":" + "1".repeat(5000) + "}")),
        Arguments.of("fraction digits", bytes("{\"a\":1." + "1".repeat(5000) + "}")),
        Arguments.of("exponent", bytes("{\"a\":1e999999999}")),
        Arguments.of("negative exponent", bytes("{\"a\":1e-99999}")),
        Arguments.of("digits once written out", bytes("{\"a\":" + "1".repeat(900) + "e101}")),
        Arguments.of("exponent beyond int", bytes("{\"a\":1e99999999999}")),
        Arguments.of("NaN", bytes("{\"a\":NaN}")),
        Arguments.of("comment", bytes("{/*x*/}")),
        Arguments.of("single quotes", bytes("{'a':1}")),
        Arguments.of("invalid UTF-8", new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}),
        Arguments.of("overlong UTF-8", new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'}),
        Arguments.of("UTF-16", "{}".getBytes(StandardCharsets.UTF_16LE)),
        Arguments.of("UTF-16 big", "{}".getBytes(StandardCharsets.UTF_16BE)),
        Arguments.of("control character", bytes("{\"a\":\"\u0001\"}")),
        Arguments.of("10,000 levels", bytes("[".repeat(10_000))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bad")
  void a_bad_body_is_the_clients_mistake(String what, byte[] body) {
    assertThatThrownBy(() -> JsonBody.object(body))
        .as(what)
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
  }

  @Test
  void twenty_five_levels_are_read_and_one_more_is_refused_flat() {
    assertThat(JsonBody.read(bytes("[".repeat(25) + "]".repeat(25)))).isNotEmpty();
    assertThatThrownBy(() -> JsonBody.read(bytes("[".repeat(26) + "]".repeat(26))))
        .isInstanceOf(BodyRefused.class)
        .hasMessageContaining("25 levels");
  }

  @Test
  void numbers_keep_their_value() {
    var text = "{\"a\":3900.0000,\"b\":18446744073709551615,\"c\":9007199254740993}";
    assertThat(JsonBody.object(bytes(text))).hasToString(text);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

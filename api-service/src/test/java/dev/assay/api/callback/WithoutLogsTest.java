package dev.assay.api.callback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.body.JsonBody;
import dev.assay.inspection.SplitPayload;
import dev.assay.testing.CapturedLog;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WithoutLogsTest {
  private static final byte[] ARCHIVE = {0x1f, (byte) 0x8b, 8, 0};

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"a\":1,\"logs\":L}|{\"a\":1}",
        "{\"logs\":L}|{}",
        "{ \"logs\" : L }|{ }",
        "{\"logs\":L,\"a\":1}|{\"a\":1}",
        "{\"logs\" : L , \"a\":1}|{\"a\":1}",
        "{\"a\" : [1, 2] , \"logs\":L, \"b\":{\"logs\":0}}|{\"a\" : [1, 2] , \"b\":{\"logs\":0}}",
        "~{\"a\":{\"logs\":\"x\"} ,\n \"logs\" :\t L\n}~|~{\"a\":{\"logs\":\"x\"} }~",
        "{\"ä\":\"ü\\u00e4\",\"logs\":L,\"z\":1e-7}|{\"ä\":\"ü\\u00e4\",\"z\":1e-7}",
      })
  void every_other_byte_stays(String sent, String left) {
    var body = sent.replace("L", "\"H4sI\\nAA==\"").getBytes(UTF_8);

    var apart = apart(body);

    assertThat(new String(apart.body(), UTF_8)).startsWith(left.substring(0, left.length() - 1));
    assertThat(JsonBody.object(apart.body())).isEqualTo(JsonBody.object(left.getBytes(UTF_8)));
    assertThat(apart.logs()).hasValue(ARCHIVE);
  }

  @ParameterizedTest
  @CsvSource({"null", "5", "'\"A===\"'", "'\"bm8gYXJjaGl2ZQ==\"'", "'[]'"})
  void what_is_no_archive_is_dropped(String logs) {
    var body = "{\"a\":1,\"logs\":%s}".formatted(logs).getBytes(UTF_8);

    var apart = apart(body);

    assertThat(apart.logs()).isEmpty();
    assertThat(new String(apart.body(), UTF_8)).isEqualTo("{\"a\":1}");
  }

  @Test
  void strangers_cannot_fill_the_log_with_them() {
    var body = "{\"logs\":5}".getBytes(UTF_8);
    try (var lines = CapturedLog.ofAll()) {
      for (int i = 0; i < 500; i++) {
        apart(body);
      }
      assertThat(lines.lines()).hasSizeLessThan(100);
    }
  }

  @Test
  void a_body_that_has_none_is_not_touched() {
    var body = "{\"a\":{\"logs\":1}}".getBytes(UTF_8);

    var apart = apart(body);

    assertThat(apart.body()).isSameAs(body);
    assertThat(apart.logs()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"inventory\": {\"a\":1} }",
        "{\"inventory\": {\"a\":1} , \"logs\":\"H4sI\"}",
        "{ \"logs\" : \"H4sI\" , \"inventory\": {\"a\":1} }",
        "{\"x\":2, \"logs\":\"H4sI\",\"inventory\":{\"a\":1},\"y\":3}",
        "{\"x\":2,\"inventory\":{\"a\":1} ,\"logs\":\"H4sI\",\"y\":3}",
      })
  void the_inventory_is_found_in_what_is_left(String sent) {
    var apart = apart(sent.getBytes(UTF_8));

    var place = apart.inventory().orElseThrow();
    var length = place.valueEnd() - place.valueStart();
    assertThat(new String(apart.body(), place.valueStart(), length, UTF_8)).isEqualTo("{\"a\":1}");
    var split = SplitPayload.of(apart.body(), place);
    var found = SplitPayload.of(apart.body());
    assertThat(split.inventory().digest()).isEqualTo(found.inventory().digest());
    assertThat(split.rest().digest()).isEqualTo(found.rest().digest());
  }

  private static WithoutLogs apart(byte[] body) {
    var members = JsonBody.members(body);
    return WithoutLogs.of(body, members.places(), members.object().path("logs"));
  }
}

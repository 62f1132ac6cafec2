package dev.assay.api.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonHeapEstimateTest {
  private static final int MIB = 1 << 20;
  private static final long ALL = Long.MAX_VALUE;

  @Test
  void a_long_text_weighs_a_few_times_its_length() throws IOException {
    assertThat(estimate("{\"logs\":\"" + "x".repeat(MIB) + "\"}", ALL))
        .isBetween(4L * MIB, 4L * MIB + 2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[],", "{},", "[0],", "{\"a\":1},", "\"a\",", "1.5,"})
  void small_values_weigh_more_than_their_text(String value) throws IOException {
    int count = 1000;
    assertThat(estimate("[" + value.repeat(count) + "0]", ALL)).isGreaterThan(60L * count);
  }

  @Test
  void names_weigh_when_they_are_new() throws IOException {
    var same = new StringBuilder("[");
    var other = new StringBuilder("[");
    for (int i = 0; i < 100; i++) {
      same.append("{\"name\":0},");
      other.append("{\"nam%d\":0},".formatted(i));
    }
    assertThat(estimate(other + "0]", ALL)).isGreaterThan(estimate(same + "0]", ALL) + 100 * 99);
  }

  @Test
  void what_is_behind_a_mistake_or_the_bound_does_not_count() throws IOException {
    assertThat(estimate("{\"a\":1} ] " + "[],".repeat(1000), ALL)).isLessThan(1000);
    assertThat(estimate("[" + "[],".repeat(1000), 5000)).isBetween(5000L, 5500L);
    assertThat(estimate("[".repeat(5000), ALL)).isLessThan(20_000);
    assertThat(estimate("", ALL)).isZero();
  }

  @Test
  void what_is_no_text_weighs_nothing() throws IOException {
    byte[] tooHigh = {0, 0, (byte) 0xfe, (byte) 0xff, 0x7f, 0x7f, 0x7f, 0x7f};
    assertThat(JsonHeapEstimate.of(new ByteArrayInputStream(tooHigh), ALL)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "[]",
        "[[[]]]",
        "[1,2.5,null,true,\"text\"]",
        "{\"a\":{\"b\":[{\"c\":\"d\"},{}]},\"e\":[[],[]]}",
        "{\"a name of some length\":\"a text, with: {marks}\"}",
        "[{},{},{},{\"a\":0,\"b\":1}]",
        "[1,2"
      })
  void the_bound_is_not_exceeded(String json) throws IOException {
    var bytes = json.getBytes(StandardCharsets.UTF_8);
    assertThat(JsonHeapEstimate.atMost(bytes)).isGreaterThanOrEqualTo(estimate(json, ALL));
    assertThat(JsonHeapEstimate.atMostChanged(bytes))
        .isGreaterThanOrEqualTo(
            JsonHeapEstimate.ofChanged(new ByteArrayInputStream(bytes), bytes.length, ALL));
  }

  private static long estimate(String json, long most) throws IOException {
    return JsonHeapEstimate.of(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), most);
  }
}

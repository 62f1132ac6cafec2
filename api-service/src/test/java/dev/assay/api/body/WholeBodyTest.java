package dev.assay.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.memory.PayloadMemory;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much memory a body waits for, and for how long. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WholeBodyTest {
  private static final int LARGE = 100_000;

  private final PayloadMemory memory = new PayloadMemory(75 << 20);
  private final WholeBody whole = new WholeBody(memory, () -> false, new LittleDisk(Path.of(".")));

  @Test
  void who_does_not_get_its_turn_to_be_weighed_in_time_is_told_to_come_again(@TempDir Path folder)
      throws Exception {
    var reading = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var slow =
        new BodyFile(folder) {
          @Override
          InputStream stream() throws IOException {
            reading.countDown();
            awaitLatch(go);
            return super.stream();
          }
        };
    var blanks = new Pieces();
    blanks.add(Buffer.buffer(" ".repeat(LARGE)));
    slow.append(blanks);
    var body = new ReceivedBody.OnDisk(slow, LARGE, () -> {});
    try (slow;
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first =
          threads.submit(() -> whole.need(body, memory.large(), false, in(Duration.ofMinutes(1))));
      awaitLatch(reading);

      assertThatExceptionOfType(AssayException.class)
          .isThrownBy(() -> whole.need(body, memory.large(), false, in(Duration.ZERO)))
          .returns(ErrorCode.UNAVAILABLE, AssayException::code);

      go.countDown();
      assertThat(first.get(20, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(LARGE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[],", "{},", "\"a\",", "1.5,"})
  void a_short_body_weighs_what_is_made_of_it(String value) throws IOException {
    var text = "[" + value.repeat(10_000) + "0]";
    var body = new ReceivedBody.InMemory(text.getBytes(StandardCharsets.US_ASCII), () -> {});

    assertThat(whole.need(body, memory.small(), false, in(Duration.ZERO)))
        .isGreaterThan(text.length() + 60L * 10_000);
  }

  @Test
  void what_rules_may_change_weighs_more() throws IOException {
    var text = "{\"a\":[" + "{\"b\":[]},".repeat(5000) + "0]}";
    var body = new ReceivedBody.InMemory(text.getBytes(StandardCharsets.US_ASCII), () -> {});

    var need = whole.need(body, memory.small(), false, in(Duration.ZERO));

    assertThat(whole.need(body, memory.small(), true, in(Duration.ZERO)))
        .isBetween(2 * need, 2 * need + 3L * text.length());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "/v1/continue_inspection, true",
    "/inspector/v1/continue,  true",
    "/v1/nodes,               false"
  })
  void rules_may_change_what_machines_send_to_either_API(String path, boolean changed) {
    var withRules = new WholeBody(memory, () -> true, new LittleDisk(Path.of(".")));

    assertThat(withRules.changed(path)).isEqualTo(changed);
    assertThat(whole.changed(path)).isFalse();
  }

  private static long in(Duration time) {
    return System.nanoTime() + time.toNanos();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

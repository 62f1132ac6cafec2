package dev.assay.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.memory.PayloadMemory;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much memory a body waits for, and how long. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WholeBodyTest {
  private static final int LARGE = 100_000;

  private final PayloadMemory memory = new PayloadMemory(75 << 20);
  private final WholeBody whole = new WholeBody(memory, new LittleDisk(Path.of(".")));

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
    slow.append(Buffer.buffer(" ".repeat(LARGE)));
    var body = new ReceivedBody.OnDisk(slow, LARGE, () -> {});
    try (slow;
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> whole.need(body, memory.large(), in(Duration.ofMinutes(1))));
      awaitLatch(reading);

      assertThatExceptionOfType(AssayException.class)
          .isThrownBy(() -> whole.need(body, memory.large(), in(Duration.ZERO)))
          .returns(ErrorCode.UNAVAILABLE, AssayException::code);

      go.countDown();
      assertThat(first.get(20, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(LARGE);
    }
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

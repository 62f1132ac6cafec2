package dev.assay.api.response;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.body.LittleDisk;
import dev.assay.testing.CapturedLog;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Clients that read a long response too slowly; a stall is 30 s, and the whole may take 5 minutes.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SlowReadersTest {
  private static final int STEP = 16 * 1024;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicLong time = new AtomicLong(-5);
  private final AtomicLong cuts = new AtomicLong();
  private final SlowReaders readers =
      new SlowReaders(new LittleDisk(Path.of(".")), vertx, time::get);
  private final InputStream answer =
      readers.watched(
          new ByteArrayInputStream(new byte[100 * STEP]),
          new SlowReaders.Reader("GET /v1/nodes for 192.0.2.7 (req-1)", cuts::incrementAndGet));

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void who_stops_reading_is_cut_off() throws IOException {
    answer.readNBytes(STEP);
    pass(Duration.ofSeconds(30));
    assertThat(cuts).hasValue(0);
    try (var log = CapturedLog.ofAll()) {
      pass(Duration.ofMillis(1));
      pass(Duration.ofMillis(500));
      assertThat(log.lines())
          .containsOnlyOnce(
              "The client reading the response to GET /v1/nodes for 192.0.2.7 (req-1) made no"
                  + " progress for 30 s (assay.api.body-stall-timeout); its connection is closed.");
    }
    assertThat(cuts).hasValue(1);
  }

  @Test
  void a_few_bytes_are_no_progress() throws IOException {
    answer.readNBytes(STEP);
    pass(Duration.ofSeconds(29));
    answer.readNBytes(STEP - 1);
    pass(Duration.ofSeconds(2));
    assertThat(cuts).hasPositiveValue();
  }

  @Test
  void who_reads_slowly_for_too_long_is_cut_off() throws IOException {
    for (int i = 0; i < 10; i++) {
      answer.readNBytes(STEP);
      pass(Duration.ofSeconds(30));
    }
    assertThat(cuts).hasValue(0);
    answer.readNBytes(STEP);
    pass(Duration.ofSeconds(1));
    assertThat(cuts).hasPositiveValue();
  }

  @Test
  void an_answer_that_is_out_or_was_never_begun_is_not_watched() throws IOException {
    pass(Duration.ofHours(1));
    answer.readAllBytes();
    answer.close();
    assertThat(readers.count()).as("its last piece may not be sent yet").isOne();
    readers.forget(answer);
    pass(Duration.ofHours(1));
    assertThat(readers.count()).isZero();
    assertThat(cuts).hasValue(0);
  }

  private void pass(Duration some) {
    time.addAndGet(some.toNanos());
    readers.cutSlow();
  }
}

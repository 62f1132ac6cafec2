package dev.assay.api.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A response is read no faster than the event loop takes it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PacedContentTest {
  private static final int PIECE = 8 * 1024;
  private static final int LENGTH = 3 * PacedContent.PACE_BYTES;

  private final LinkedBlockingQueue<Runnable> eventLoop = new LinkedBlockingQueue<>();
  private final AtomicLong read = new AtomicLong();

  @Test
  void every_pace_waits_for_the_event_loop() throws Exception {
    var reader = readAll();

    for (var taken = PacedContent.PACE_BYTES; taken <= LENGTH; taken += PacedContent.PACE_BYTES) {
      var pending = eventLoop.poll(10, TimeUnit.SECONDS);
      assertThat(pending).isNotNull();
      assertThat(read).hasValue(taken);
      pending.run();
    }

    reader.get(10, TimeUnit.SECONDS);
    assertThat(eventLoop).isEmpty();
  }

  @Test
  void the_end_waits_for_the_last_piece() throws Exception {
    var content = new PacedContent(new ByteArrayInputStream(new byte[] {7}), eventLoop::add);

    assertThat(content.read()).isEqualTo(7);
    assertThat(eventLoop).isEmpty();
    var end = CompletableFuture.supplyAsync(() -> end(content));

    await().until(() -> !eventLoop.isEmpty());
    assertThat(end).isNotDone();
    eventLoop.remove().run();
    assertThat(end.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
  }

  @Test
  void a_stopped_event_loop_ends_the_response() throws Exception {
    var content =
        new PacedContent(
            new ByteArrayInputStream(new byte[1]),
            _ -> {
              throw new RejectedExecutionException();
            });
    content.read();

    assertThatThrownBy(content::read).isInstanceOf(IOException.class).hasMessageContaining("stop");
  }

  private CompletableFuture<Void> readAll() {
    var content = new PacedContent(new ByteArrayInputStream(new byte[LENGTH]), eventLoop::add);
    return CompletableFuture.runAsync(
        () -> {
          var piece = new byte[PIECE];
          try {
            for (var count = content.read(piece); count >= 0; count = content.read(piece)) {
              read.addAndGet(count);
            }
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static int end(PacedContent content) {
    try {
      return content.read();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

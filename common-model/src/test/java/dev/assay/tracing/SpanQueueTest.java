package dev.assay.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.tracing.Tracing.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SpanQueueTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile Supplier<CompletableResultCode> collector = CompletableResultCode::ofSuccess;

  @Test
  void what_has_ended_is_sent_within_moments() {
    var queue = queue(100);

    end(queue, 3);

    await().atMost(LONG).until(() -> count("sent") == 3);
    assertThat(arrived).hasValue(3);
    queue.close(LONG);
  }

  @Test
  void nobody_waits_for_a_collector_that_hangs_and_what_has_no_place_is_counted() {
    var hanging = new CompletableResultCode();
    collector = () -> hanging;
    var queue = queue(10);
    end(queue, 1);
    await().atMost(LONG).until(() -> arrived.get() == 1);

    end(queue, 25);

    assertThat(count("dropped")).isEqualTo(15);
    hanging.succeed();
    queue.close(LONG);
    assertThat(count("sent")).isEqualTo(11);
    assertThat(count("dropped")).isEqualTo(15);
  }

  @Test
  void a_collector_that_refuses_or_breaks_is_asked_again_with_the_next_ones() {
    var queue = queue(10);
    collector = CompletableResultCode::ofFailure;
    end(queue, 2);
    await().atMost(LONG).until(() -> count("dropped") == 2);
    collector =
        () -> {
          throw new IllegalStateException("broken");
        };
    end(queue, 1);
    await().atMost(LONG).until(() -> count("dropped") == 3);

    collector = CompletableResultCode::ofSuccess;
    end(queue, 4);

    await().atMost(LONG).until(() -> count("sent") == 4);
    queue.close(LONG);
  }

  @Test
  void the_end_sends_what_waits() {
    var queue = queue(1000);

    end(queue, 700);
    queue.close(LONG);

    assertThat(count("sent")).isEqualTo(700);
  }

  @Test
  void the_end_does_not_wait_longer_than_it_may() throws InterruptedException {
    var hangs = new CountDownLatch(1);
    collector =
        () -> {
          hangs.countDown();
          return new CompletableResultCode();
        };
    var queue = queue(10);
    end(queue, 1);
    hangs.await();

    var start = System.nanoTime();
    queue.close(Duration.ofMillis(50));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  private SpanQueue queue(int capacity) {
    return new SpanQueue(new Scripted(), capacity, Duration.ofSeconds(30), new SpanCounts(metrics));
  }

  private static void end(SpanQueue queue, int spans) {
    var tracing = new OpenTelemetryTracing("test", "1", 1, queue);
    for (var i = 0; i < spans; i++) {
      tracing.ofMessage(Kind.CONSUMER, "process", "", null).close();
    }
  }

  private double count(String of) {
    return metrics.get("assay.tracing.spans." + of).counter().count();
  }

  private final class Scripted implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      arrived.addAndGet(spans.size());
      return collector.get();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}

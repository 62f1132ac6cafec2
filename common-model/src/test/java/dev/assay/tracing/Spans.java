package dev.assay.tracing;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tracing whose spans a test reads. */
public final class Spans implements AutoCloseable {
  private final List<SpanData> sent = new CopyOnWriteArrayList<>();
  private final SpanQueue queue;
  private final Tracing tracing;

  private Spans(double ratio) {
    queue =
        new SpanQueue(
            new Keeping(), 1000, Duration.ofSeconds(5), new SpanCounts(new SimpleMeterRegistry()));
    tracing = new OpenTelemetryTracing("test", "1", ratio, queue);
  }

  /** Records everything. */
  public static Spans recorded() {
    return new Spans(1);
  }

  /** Records the part {@code ratio}. */
  public static Spans recorded(double ratio) {
    return new Spans(ratio);
  }

  public Tracing tracing() {
    return tracing;
  }

  /** All spans that have ended; no further ones are kept. */
  public List<SpanData> all() {
    close();
    return List.copyOf(sent);
  }

  @Override
  public void close() {
    queue.close(Duration.ofSeconds(5));
  }

  private final class Keeping implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      sent.addAll(spans);
      return CompletableResultCode.ofSuccess();
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

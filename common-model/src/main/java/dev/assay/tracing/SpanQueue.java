package dev.assay.tracing;

import dev.assay.time.RepeatedMessages;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Spans that have ended and wait to be sent. Never makes anybody wait: what has no place, or could
 * not be sent, is dropped and counted. One thread sends, up to 512 spans at once, within a second.
 */
final class SpanQueue implements SpanProcessor {
  private static final Logger LOG = Logger.getLogger(SpanQueue.class);
  private static final int BATCH = 512;
  private static final long COLLECT_MILLIS = 250;

  private final BlockingQueue<SpanData> waiting;
  private final SpanExporter exporter;
  private final Duration timeout;
  private final SpanCounts counts;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private final Thread thread;
  private volatile boolean stopping;

  /**
   * @param capacity how many spans may wait
   * @param timeout for sending a batch; the exporter's own should be the same
   */
  SpanQueue(SpanExporter exporter, int capacity, Duration timeout, SpanCounts counts) {
    this.waiting = new ArrayBlockingQueue<>(capacity);
    this.exporter = exporter;
    this.timeout = timeout;
    this.counts = counts;
    this.thread = Thread.ofPlatform().daemon().name("traces").start(this::run);
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (span.getSpanContext().isSampled() && !waiting.offer(span.toSpanData())) {
      counts.dropped(1);
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  private void run() {
    var batch = new ArrayList<SpanData>(BATCH);
    while (!stopping || !waiting.isEmpty()) {
      try {
        collect(batch);
        if (!batch.isEmpty()) {
          send(List.copyOf(batch));
        }
      } catch (InterruptedException _) { // nobody does
        return;
      } catch (RuntimeException e) { // the thread must go on
        counts.dropped(batch.size());
        warn(e.toString());
      }
      batch.clear();
    }
  }

  /** Waits for a span, and a moment for others. */
  private void collect(List<SpanData> batch) throws InterruptedException {
    var first = waiting.poll(COLLECT_MILLIS, TimeUnit.MILLISECONDS);
    if (first != null) {
      batch.add(first);
      collectMore(batch);
      waiting.drainTo(batch, BATCH - batch.size());
    }
  }

  private void collectMore(List<SpanData> batch) throws InterruptedException {
    var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(COLLECT_MILLIS);
    while (batch.size() < BATCH && !stopping) {
      var next = waiting.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      batch.add(next);
      waiting.drainTo(batch, BATCH - batch.size());
    }
  }

  private void send(List<SpanData> batch) {
    var result = exporter.export(batch).join(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (result.isSuccess()) {
      counts.sent(batch.size());
      if (repeated.clear()) {
        LOG.info("Traces are sent again.");
      }
      return;
    }
    counts.dropped(batch.size());
    var thrown = result.getFailureThrowable();
    warn(thrown == null ? "no answer within " + timeout : String.valueOf(thrown.getMessage()));
  }

  private void warn(String why) {
    if (repeated.isDue(why)) {
      LOG.warnf(
          "Traces are lost, because the collector of assay.tracing.endpoint does not take them: %s."
              + " Nothing else is affected.",
          why);
    }
  }

  /** Sends what waits, for at most {@code limit}, and ends. */
  void close(Duration limit) {
    stopping = true;
    try {
      if (!thread.join(limit)) {
        LOG.debug("The collector did not take the last spans in time.");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    counts.dropped(waiting.size());
    var _ = exporter.shutdown();
  }
}

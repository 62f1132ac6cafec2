package dev.assay.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what became of spans. */
final class SpanCounts {
  private final Counter sent;
  private final Counter dropped;

  SpanCounts(MeterRegistry metrics) {
    sent =
        Counter.builder("assay.tracing.spans.sent")
            .description("Spans that the collector has taken")
            .register(metrics);
    dropped =
        Counter.builder("assay.tracing.spans.dropped")
            .description(
                "Spans that were lost: too many waited, or the collector did not take them")
            .register(metrics);
  }

  void sent(int spans) {
    sent.increment(spans);
  }

  void dropped(int spans) {
    dropped.increment(spans);
  }
}

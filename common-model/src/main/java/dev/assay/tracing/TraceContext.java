package dev.assay.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the headers of W3C Trace Context. */
final class TraceContext {
  private TraceContext() {}

  /** The two headers, as they were sent. */
  private record Headers(@Nullable String traceparent, @Nullable String tracestate) {
    @Nullable String get(String name) {
      return switch (name) {
        case "traceparent" -> traceparent;
        case "tracestate" -> tracestate;
        default -> null;
      };
    }
  }

  private enum Getter implements TextMapGetter<Headers> {
    INSTANCE;

    @Override
    public Iterable<String> keys(Headers headers) {
      return List.of("traceparent", "tracestate");
    }

    @Override
    public @Nullable String get(@Nullable Headers headers, String name) {
      return headers == null ? null : headers.get(name);
    }
  }

  /** The span that the headers name, as one of another process; not valid when they are not. */
  static SpanContext read(@Nullable String traceparent, @Nullable String tracestate) {
    var headers = new Headers(traceparent, tracestate);
    return Span.fromContext(
            W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), headers, Getter.INSTANCE))
        .getSpanContext();
  }

  /** As above, of a process whose decision whether to record is followed. */
  static SpanContext trusted(@Nullable String traceparent) {
    var read = read(traceparent, null);
    return SpanContext.create(
        read.getTraceId(), read.getSpanId(), read.getTraceFlags(), read.getTraceState());
  }

  /** The header traceparent that names {@code span}. */
  static String write(SpanContext span) {
    return "00-%s-%s-%s"
        .formatted(span.getTraceId(), span.getSpanId(), span.getTraceFlags().asHex());
  }
}

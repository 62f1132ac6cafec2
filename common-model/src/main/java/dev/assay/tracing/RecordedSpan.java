package dev.assay.tracing;

import io.opentelemetry.api.trace.StatusCode;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * A span of OpenTelemetry. The current one is kept in the log context (MDC), because that already
 * follows the work wherever it goes: from the event loop to the thread of a request, and to threads
 * of hooks.
 */
final class RecordedSpan implements Span {
  private static final String TRACE_ID = "trace_id";
  private static final String SPAN_ID = "span_id";

  private final io.opentelemetry.api.trace.Span span;
  private @Nullable Outer outer;

  RecordedSpan(io.opentelemetry.api.trace.Span span) {
    this.span = span;
  }

  /** The value in the log context, where it is shown as the id. */
  private record Current(io.opentelemetry.api.trace.Span span) {
    @Override
    public String toString() {
      return span.getSpanContext().getSpanId();
    }
  }

  /** What was current before; null for nothing. */
  private record Outer(@Nullable Current current) {}

  /**
   * The current span; null when there is none. One that has ended is none: threads inherit the log
   * context of the one that starts them, and some outlive what it was doing.
   */
  static io.opentelemetry.api.trace.@Nullable Span current() {
    return MDC.get(SPAN_ID) instanceof Current(var span) && !hasEnded(span) ? span : null;
  }

  private static boolean hasEnded(io.opentelemetry.api.trace.Span span) {
    return span.getSpanContext().isSampled() && !span.isRecording();
  }

  @Override
  public boolean isRecorded() {
    return span.isRecording();
  }

  @Override
  public Span with(String key, String value) {
    span.setAttribute(key, value);
    return this;
  }

  @Override
  public Span with(String key, long value) {
    span.setAttribute(key, value);
    return this;
  }

  @Override
  public Span named(String operation, String target) {
    span.updateName(OpenTelemetryTracing.name(operation, target));
    return this;
  }

  @Override
  public Span linkedTo(String traceparent) {
    var context = TraceContext.read(traceparent, null);
    if (context.isValid()) {
      span.addLink(context);
    }
    return this;
  }

  @Override
  public Span failed(String type) {
    span.setStatus(StatusCode.ERROR);
    span.setAttribute("error.type", type);
    return this;
  }

  @Override
  public Span failed(Throwable thrown) {
    return failed(thrown.getClass().getSimpleName());
  }

  @Override
  public Span enter() {
    outer = new Outer(MDC.get(SPAN_ID) instanceof Current current ? current : null);
    makeCurrent(new Current(span));
    return this;
  }

  private static void makeCurrent(@Nullable Current current) {
    if (current == null) {
      MDC.remove(TRACE_ID);
      MDC.remove(SPAN_ID);
    } else {
      MDC.put(TRACE_ID, current.span().getSpanContext().getTraceId());
      MDC.put(SPAN_ID, current);
    }
  }

  @Override
  public void end() {
    span.end();
  }

  @Override
  public void close() {
    span.end();
    if (outer != null) {
      makeCurrent(outer.current());
    }
  }
}

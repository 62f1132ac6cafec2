package dev.assay.tracing;

import org.jspecify.annotations.Nullable;

/**
 * Begins spans. A span that was entered is the current one of its thread, or of its request in
 * processes that serve HTTP, and the parent of those that begin there; log lines carry its ids.
 * Names of spans have two parts, which are put together only when tracing is on. Neither they nor
 * attributes may hold secrets, values of query parameters, or bodies. Thread-safe.
 */
public interface Tracing {
  /** Records nothing, and allocates nothing. */
  Tracing OFF = new NoTracing();

  /** How a span relates to those of other processes. Source: OpenTelemetry, SpanKind. */
  enum Kind {
    INTERNAL,
    SERVER,
    CLIENT,
    PRODUCER,
    CONSUMER
  }

  /** Whether anything is recorded. */
  boolean isOn();

  /**
   * Begins the span of a request of a client that need not be trusted: it may name the trace and
   * have nothing recorded, but not have more recorded than the configured part. Headers that are
   * not valid are ignored. Source: W3C Trace Context.
   *
   * @param traceparent the headers of the same names; null for none
   */
  Span ofRequest(String method, @Nullable String traceparent, @Nullable String tracestate);

  /**
   * Begins a span in the trace that another process of this installation has begun.
   *
   * @param traceparent as {@link #traceparent} returned it there; a new trace begins when it is
   *     null or not valid
   */
  Span ofMessage(Kind kind, String operation, String target, @Nullable String traceparent);

  /** Begins a child of the current span; {@link Span#NONE} when there is none. */
  Span child(Kind kind, String operation, String target);

  /** The current span, to add to it; {@link Span#NONE} when there is none. */
  Span current();

  /** The current span for other processes, as the W3C header has it; null when there is none. */
  @Nullable String traceparent();
}

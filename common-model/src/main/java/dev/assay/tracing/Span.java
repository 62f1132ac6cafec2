package dev.assay.tracing;

/**
 * Something that happens and takes time. Attributes are named by the semantic conventions of
 * OpenTelemetry where these have a name. Used by one thread at a time.
 */
public interface Span extends AutoCloseable {
  /** Nothing is recorded. */
  Span NONE = new NoTracing.NoSpan();

  /** Whether attributes are recorded; else they need not be computed. */
  boolean isRecorded();

  /** Sets an attribute. */
  Span with(String key, String value);

  /** Sets an attribute. */
  Span with(String key, long value);

  /** Changes the name. */
  Span named(String operation, String target);

  /** Points to a span of another trace, as {@link Tracing#traceparent} returned it there. */
  Span linkedTo(String traceparent);

  /** Marks it as failed, for the reason {@code type}: a code or a class, never a message. */
  Span failed(String type);

  /** As above, with the class of {@code thrown}. */
  Span failed(Throwable thrown);

  /** Makes it the current span until {@link #close}, which the same thread calls. */
  Span enter();

  /** Ends it, and leaves it current: for what ends on another thread than it began on. */
  void end();

  /** Ends it; if it was entered, the span that was current before is again. */
  @Override
  void close();
}

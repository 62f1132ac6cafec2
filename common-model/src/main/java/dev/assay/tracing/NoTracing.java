package dev.assay.tracing;

import org.jspecify.annotations.Nullable;

/** Tracing that is off. */
final class NoTracing implements Tracing {
  @Override
  public boolean isOn() {
    return false;
  }

  @Override
  public Span ofRequest(String method, @Nullable String traceparent, @Nullable String tracestate) {
    return Span.NONE;
  }

  @Override
  public Span ofMessage(Kind kind, String operation, String target, @Nullable String traceparent) {
    return Span.NONE;
  }

  @Override
  public Span child(Kind kind, String operation, String target) {
    return Span.NONE;
  }

  @Override
  public Span current() {
    return Span.NONE;
  }

  @Override
  public @Nullable String traceparent() {
    return null;
  }

  static final class NoSpan implements Span {
    @Override
    public boolean isRecorded() {
      return false;
    }

    @Override
    public Span with(String key, String value) {
      return this;
    }

    @Override
    public Span with(String key, long value) {
      return this;
    }

    @Override
    public Span named(String operation, String target) {
      return this;
    }

    @Override
    public Span linkedTo(String traceparent) {
      return this;
    }

    @Override
    public Span failed(String type) {
      return this;
    }

    @Override
    public Span failed(Throwable thrown) {
      return this;
    }

    @Override
    public Span enter() {
      return this;
    }

    @Override
    public void end() {}

    @Override
    public void close() {}
  }
}

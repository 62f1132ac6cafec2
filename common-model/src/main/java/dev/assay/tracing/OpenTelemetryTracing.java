package dev.assay.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.jspecify.annotations.Nullable;

/** Tracing that is on. Its classes are loaded only then. */
final class OpenTelemetryTracing implements Tracing {
  private static final int LONGEST_VALUE = 512;
  private static final int MOST_ATTRIBUTES = 32;

  private final Tracer tracer;

  /**
   * @param service how this process is called
   * @param instance distinguishes it from others of the same name
   * @param ratio which part is recorded, from 0 to 1
   */
  OpenTelemetryTracing(String service, String instance, double ratio, SpanQueue queue) {
    var chance = new ByChance(ratio);
    var provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.create(
                    Attributes.builder()
                        .put("service.name", service)
                        .put("service.namespace", "assay")
                        .put("service.instance.id", instance)
                        .build()))
            .setSampler(Sampler.parentBasedBuilder(chance).setRemoteParentSampled(chance).build())
            .setSpanLimits(
                SpanLimits.builder()
                    .setMaxAttributeValueLength(LONGEST_VALUE)
                    .setMaxNumberOfAttributes(MOST_ATTRIBUTES)
                    .build())
            .addSpanProcessor(queue)
            .build();
    tracer = provider.get("dev.assay");
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public dev.assay.tracing.Span ofRequest(
      String method, @Nullable String traceparent, @Nullable String tracestate) {
    return begin(Kind.SERVER, method, Span.wrap(TraceContext.read(traceparent, tracestate)));
  }

  @Override
  public dev.assay.tracing.Span ofMessage(
      Kind kind, String operation, String target, @Nullable String traceparent) {
    return begin(kind, name(operation, target), Span.wrap(TraceContext.trusted(traceparent)));
  }

  @Override
  public dev.assay.tracing.Span child(Kind kind, String operation, String target) {
    var current = RecordedSpan.current();
    return current == null
        ? dev.assay.tracing.Span.NONE
        : begin(kind, name(operation, target), current);
  }

  @Override
  public dev.assay.tracing.Span current() {
    var current = RecordedSpan.current();
    return current == null ? dev.assay.tracing.Span.NONE : new RecordedSpan(current);
  }

  @Override
  public @Nullable String traceparent() {
    var current = RecordedSpan.current();
    return current == null ? null : TraceContext.write(current.getSpanContext());
  }

  private dev.assay.tracing.Span begin(Kind kind, String name, Span parent) {
    return new RecordedSpan(
        tracer
            .spanBuilder(name)
            .setSpanKind(of(kind))
            .setParent(Context.root().with(parent))
            .startSpan());
  }

  static String name(String operation, String target) {
    return target.isEmpty() ? operation : operation + " " + target;
  }

  private static SpanKind of(Kind kind) {
    return switch (kind) {
      case INTERNAL -> SpanKind.INTERNAL;
      case SERVER -> SpanKind.SERVER;
      case CLIENT -> SpanKind.CLIENT;
      case PRODUCER -> SpanKind.PRODUCER;
      case CONSUMER -> SpanKind.CONSUMER;
    };
  }
}

package dev.assay.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Records a part of traces, whatever their ids are: that of OpenTelemetry decides by the id, which
 * clients can choose.
 */
record ByChance(double ratio) implements Sampler {
  @Override
  public SamplingResult shouldSample(
      Context parent,
      String traceId,
      String name,
      SpanKind kind,
      Attributes attributes,
      List<LinkData> links) {
    return ThreadLocalRandom.current().nextDouble() < ratio
        ? SamplingResult.recordAndSample()
        : SamplingResult.drop();
  }

  @Override
  public String getDescription() {
    return "by chance, " + ratio;
  }
}

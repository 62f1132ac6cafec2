package dev.assay.bench;

import org.HdrHistogram.Histogram;

/** The distribution of response times. */
public record Latency(long count, double p50Ms, double p90Ms, double p99Ms, double maxMs) {
  /** That of a histogram of microseconds. */
  public static Latency of(Histogram micros) {
    return new Latency(
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1000.0,
        micros.getValueAtPercentile(90) / 1000.0,
        micros.getValueAtPercentile(99) / 1000.0,
        micros.getMaxValue() / 1000.0);
  }
}

package dev.assay.api.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Delays at a rate of 1,000,000 bytes a second. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ByteRateTest {
  private final AtomicLong nanos = new AtomicLong(-7);
  private final ByteRate pace = new ByteRate(1_000_000, nanos::get);

  @Test
  void whoever_comes_more_quickly_waits_behind_those_before() {
    assertThat(pace.millisFor(100_000)).as("what may come at once").isZero();
    assertThat(pace.millisFor(64_000)).isEqualTo(64);
    assertThat(pace.millisFor(64_000)).isEqualTo(128);
    pass(100);
    assertThat(pace.millisFor(1000)).isEqualTo(29);
  }

  @Test
  void a_silence_allows_no_more_than_before() {
    pass(3_600_000);
    assertThat(pace.millisFor(100_000)).isZero();
    assertThat(pace.millisFor(1000)).isEqualTo(1);
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}

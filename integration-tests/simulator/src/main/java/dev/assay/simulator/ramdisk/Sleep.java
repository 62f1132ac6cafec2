package dev.assay.simulator.ramdisk;

import java.time.Duration;

/** Waits in simulated time. */
@FunctionalInterface
public interface Sleep {
  /**
   * Waits for {@code duration} of simulated time.
   *
   * @throws InterruptedException if the machine is powered off meanwhile
   */
  void pause(Duration duration) throws InterruptedException;

  /** A sleep that multiplies durations by a factor: 1 is real time, 0.01 a hundred times faster. */
  static Sleep scaled(double factor) {
    return duration -> Thread.sleep(Duration.ofNanos((long) (duration.toNanos() * factor)));
  }
}

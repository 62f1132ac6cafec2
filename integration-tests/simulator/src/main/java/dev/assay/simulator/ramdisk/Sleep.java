package dev.assay.simulator.ramdisk;

import java.time.Duration;

/** Lets simulated time pass. */
@FunctionalInterface
public interface Sleep {
  /**
   * Waits.
   *
   * @throws InterruptedException when the machine is powered off meanwhile
   */
  void pause(Duration duration) throws InterruptedException;

  /** Waits for the duration times a factor: 1 is real time, 0.01 a hundred times faster. */
  static Sleep scaled(double factor) {
    return duration -> Thread.sleep(Duration.ofNanos((long) (duration.toNanos() * factor)));
  }
}

package dev.assay.simulator.machine;

/** Boots a machine when it is powered on. */
@FunctionalInterface
public interface Firmware {
  /** Starts booting in the background and returns at once. */
  Running boot(Machine machine, BootSource source);

  /** A booted machine. */
  @FunctionalInterface
  interface Running {
    /** Stops everything that runs on the machine, at any point; returns at once. */
    void stop();
  }
}

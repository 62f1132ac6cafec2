package dev.assay.simulator.machine;

/** What a machine runs from the moment it is on. */
@FunctionalInterface
public interface Firmware {
  /**
   * Starts booting in the background and returns at once.
   *
   * @param network true: from the network, false: from its disk
   */
  Running boot(Machine machine, boolean network);

  /** A machine at work. */
  @FunctionalInterface
  interface Running {
    /** Ends everything that runs, in the middle of whatever it does; returns at once. */
    void stop();
  }
}

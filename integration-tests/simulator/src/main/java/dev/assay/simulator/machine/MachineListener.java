package dev.assay.simulator.machine;

/**
 * Receives the events of machines. Called on the thread on which the event happens, for several
 * machines concurrently; must return quickly and must not change the machine.
 */
@FunctionalInterface
public interface MachineListener {
  /** Ignores all events. */
  MachineListener NONE = _ -> {};

  void happened(MachineEvent event);
}

package dev.assay.simulator.machine;

/**
 * Watches machines. Called on the thread on which the event happens, several machines at once; must
 * return quickly and must not change the machine.
 */
@FunctionalInterface
public interface MachineListener {
  /** Watches nothing. */
  MachineListener NONE = _ -> {};

  void happened(MachineEvent event);
}

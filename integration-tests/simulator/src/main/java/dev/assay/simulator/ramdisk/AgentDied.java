package dev.assay.simulator.ramdisk;

/** Thrown when the agent process terminates; its supervisor starts it again from the beginning. */
final class AgentDied extends Exception {
  AgentDied(String reason) {
    super(reason, null, false, false);
  }
}

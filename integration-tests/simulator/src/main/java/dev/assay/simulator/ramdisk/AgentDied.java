package dev.assay.simulator.ramdisk;

/** The agent process ends; its supervisor starts it again and everything begins anew. */
final class AgentDied extends Exception {
  AgentDied(String reason) {
    super(reason, null, false, false);
  }
}

package dev.assay.simulator.machine;

import java.time.Instant;

/**
 * An event on a machine.
 *
 * @param machine its name
 * @param detail human-readable: a status, a URL, a reason; may be empty
 */
public record MachineEvent(Instant at, String machine, Stage stage, String detail) {

  /** The stages that a listener can observe, in the usual order. */
  public enum Stage {
    POWER_ON,
    BOOTING,
    /** Booted from its disk; no further stages follow. */
    LOCAL_BOOT,
    /** What it was to boot is missing or unusable; no further stages follow. */
    BOOT_FAILED,
    COLLECTING,
    POSTING,
    /** The service accepted the callback. */
    ACCEPTED,
    /** The service rejected the callback and the agent will not retry. */
    REFUSED,
    /** The callback will be posted again after a pause. */
    RETRYING,
    /** The agent terminated and its supervisor starts it again. */
    RESTARTING,
    LOOKUP,
    HEARTBEAT,
    /** The agent stopped because the service does not reveal the token of the node. */
    GAVE_UP,
    POWER_OFF
  }
}

package dev.assay.simulator.machine;

import java.time.Instant;

/**
 * Something that happened on a machine.
 *
 * @param machine its name
 * @param detail for people: a status, a URL, a reason; may be empty
 */
public record MachineEvent(Instant at, String machine, Stage stage, String detail) {

  /** The stages a watcher can follow, in the usual order. */
  public enum Stage {
    POWER_ON,
    BOOTING,
    /** Booted from its disk: nothing more to see. */
    LOCAL_BOOT,
    COLLECTING,
    POSTING,
    /** The service took the callback. */
    ACCEPTED,
    /** The service refused the callback for good. */
    REFUSED,
    /** The callback will be posted again after a pause. */
    RETRYING,
    /** The agent died and its supervisor starts it again. */
    RESTARTING,
    LOOKUP,
    HEARTBEAT,
    /** The agent stopped serving: its token is unknown to it. */
    GAVE_UP,
    POWER_OFF
  }
}

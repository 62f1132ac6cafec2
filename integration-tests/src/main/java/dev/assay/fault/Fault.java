package dev.assay.fault;

import java.time.Duration;

/**
 * One thing that goes wrong.
 *
 * @param at from the start of the run
 * @param target the process or, of {@link Kind#CUT} and {@link Kind#RESET}, the service and the
 *     server between which the network fails, such as {@code conductor-2/database}
 * @param lasting until it is over: the process is started again or goes on, the network is mended
 */
record Fault(Duration at, Kind kind, String target, Duration lasting) {
  /** What goes wrong. */
  enum Kind {
    /** The process is killed (SIGKILL). */
    KILL,
    /** The process is asked to stop (SIGTERM), and started again when it has. */
    STOP,
    /** The process is asked to stop, and one of this version is started in its place. */
    UPGRADE,
    /** The process is suspended (SIGSTOP). */
    PAUSE,
    /** The network loses everything, without a sign. */
    CUT,
    /** The network aborts all connections at once. */
    RESET,
    /** The database ends all connections of clients. */
    END_BACKENDS,
    /** A queue of commands is deleted with all messages. */
    DELETE_QUEUE
  }

  Duration end() {
    return at.plus(lasting);
  }

  @Override
  public String toString() {
    return lasting.isZero()
        ? "%s %s".formatted(kind, target)
        : "%s %s for %.1f s".formatted(kind, target, lasting.toMillis() / 1000.0);
  }
}

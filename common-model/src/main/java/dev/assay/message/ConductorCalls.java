package dev.assay.message;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.time.Duration;

/**
 * The way of a {@link ConductorRequest} to a conductor and of the {@link ConductorReply} back: over the broker, or
 * within one process.
 */
public interface ConductorCalls {
  /**
   * Asks any one conductor that serves {@code driver} in {@code group}, and waits.
   *
   * @param request the text of an {@link Envelope}
   * @return the text of an {@link ConductorReply}
   * @throws AssayException UNAVAILABLE when none came within {@code limit}; at once when none can
   */
  String call(String driver, String group, String request, Duration limit);

  /** Somebody may have heard the request, but nobody has answered. */
  static AssayException unanswered(String driver, String group, Duration limit) {
    return new AssayException(
        ErrorCode.UNAVAILABLE,
        "No conductor for driver %s in conductor group '%s' answered within %s s. What was asked may"
                .formatted(driver, group, limit.toSeconds())
            + " still be done: look at the node and try again; if it goes on, check the conductors"
            + " and the BMC.");
  }
}

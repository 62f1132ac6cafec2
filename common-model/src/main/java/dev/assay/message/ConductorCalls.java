package dev.assay.message;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.time.Duration;

/**
 * Sends a {@link ConductorRequest} to a conductor and waits for its {@link ConductorReply}: over
 * the broker, or within one process.
 */
public interface ConductorCalls {
  /**
   * Sends a request to any one conductor that serves {@code driver} in {@code group}, and waits for
   * its reply.
   *
   * @param request the text of an {@link Envelope}
   * @return the text of a {@link ConductorReply}
   * @throws AssayException UNAVAILABLE when no reply came within {@code limit}; at once when no
   *     conductor can reply
   */
  String call(String driver, String group, String request, Duration limit);

  /** The error when a conductor may have received the request, but none replied in time. */
  static AssayException unanswered(String driver, String group, Duration limit) {
    return new AssayException(
        ErrorCode.UNAVAILABLE,
        "No conductor for driver %s in conductor group '%s' answered within %s s. The request may"
                .formatted(driver, group, limit.toSeconds())
            + " still be carried out: check the node and try again; if this persists, check the"
            + " conductors and the BMC.");
  }
}

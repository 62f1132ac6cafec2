package dev.assay.api.callback;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.log.LimitedLog;
import dev.assay.inspection.ReceivedLogs;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The body of a callback without the ramdisk's logs, which are stored separately; every other byte
 * is unchanged.
 *
 * @param body UTF-8 JSON
 * @param logs the log archive; empty when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // only passed on to a database column
record WithoutLogs(byte[] body, Optional<byte[]> logs) {
  private static final LimitedLog LOG = new LimitedLog(Logger.getLogger(WithoutLogs.class));

  /** Splits {@code body}; {@code sent} is its member logs, or a missing node. */
  static WithoutLogs of(byte[] body, JsonNode sent) {
    if (sent.isMissingNode()) {
      return new WithoutLogs(body, Optional.empty());
    }
    var logs = ReceivedLogs.decoded(sent);
    if (logs.isEmpty() && !sent.isNull()) {
      LOG.warn("The ramdisk's logs are discarded: they are not a Base64-encoded gzip archive.");
    }
    return new WithoutLogs(Callback.placeOf(ReceivedLogs.MEMBER, body).removedFrom(body), logs);
  }
}

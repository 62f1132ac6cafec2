package dev.assay.api.callback;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.log.LimitedLog;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.storedjson.JsonMember;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The body of a callback without the ramdisk's logs, which are stored separately; every other byte
 * is unchanged.
 *
 * @param body UTF-8 JSON
 * @param inventory the place of its inventory; empty when it has none
 * @param logs the log archive; empty when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // only passed on to a database column
record WithoutLogs(byte[] body, Optional<JsonMember> inventory, Optional<byte[]> logs) {
  private static final LimitedLog LOG = new LimitedLog(Logger.getLogger(WithoutLogs.class));

  /**
   * Splits {@code body}.
   *
   * @param places of all members of the body
   * @param sent its member logs, or a missing node
   */
  static WithoutLogs of(byte[] body, Map<String, JsonMember> places, JsonNode sent) {
    var inventory = Optional.ofNullable(places.get(Callback.INVENTORY));
    var place = places.get(ReceivedLogs.MEMBER);
    if (place == null) {
      return new WithoutLogs(body, inventory, Optional.empty());
    }
    var logs = ReceivedLogs.decoded(sent);
    if (logs.isEmpty() && !sent.isNull()) {
      LOG.warn("The ramdisk's logs are discarded: they are not a Base64-encoded gzip archive.");
    }
    return new WithoutLogs(
        place.removedFrom(body), inventory.map(it -> it.without(place, body)), logs);
  }
}

package dev.assay.api.callback;

import dev.assay.api.attempt.RefusedPayload;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.storedjson.CompressedJson;
import java.util.List;
import java.util.Optional;

/**
 * The data of a callback, ready to be stored: compressed before the node's row is locked.
 *
 * @param payload as the rules of phase early left it, without the ramdisk's logs
 */
@SuppressWarnings("ArrayRecordComponent") // only passed on to a database column
record Parcel(SplitPayload payload, Optional<byte[]> logs, List<RuleRun> early) {
  static Parcel of(Callback callback, EarlyRules.Result ruled) {
    var sent = callback.pluginData().path(ReceivedLogs.MEMBER);
    var stored = WithoutLogs.of(ruled.body(), ruled.places(), sent);
    var payload = SplitPayload.of(stored.body(), stored.inventory().orElseThrow());
    return new Parcel(payload, stored.logs(), ruled.trace());
  }

  /** The body of a callback as it was sent, without the ramdisk's logs. */
  static RefusedPayload unruled(Callback callback) {
    var logs = callback.places().get(ReceivedLogs.MEMBER);
    var withoutLogs = logs == null ? callback.body() : logs.removedFrom(callback.body());
    return new RefusedPayload(CompressedJson.of(withoutLogs), withoutLogs.length);
  }
}

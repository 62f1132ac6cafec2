package dev.assay.conductor.hardware.redfish;

import dev.assay.conductor.hardware.LeastRecent;
import java.util.Optional;

/**
 * How each BMC let us in last time, so that not every request logs in: by address, user and
 * password. A session that a BMC has forgotten is made again; none is closed, they end by the BMC's
 * own time-out.
 */
final class Sessions {
  private static final int BOUND = 10_000;

  private final LeastRecent<RedfishAccess, Entry> entries = new LeastRecent<>(BOUND);

  /** A way in. */
  sealed interface Entry {
    /** The token of a session. */
    record Session(Secret token) implements Entry {}

    /** The BMC has no sessions: user and password with every request. */
    record Basic() implements Entry {}
  }

  Optional<Entry> find(RedfishAccess access) {
    return entries.find(access);
  }

  void remember(RedfishAccess access, Entry entry) {
    entries.put(access, entry);
  }

  /** Does not work any more. */
  void forget(RedfishAccess access, Entry entry) {
    entries.remove(access, entry);
  }
}

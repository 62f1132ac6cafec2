package dev.assay.conductor.hardware.redfish;

import dev.assay.conductor.hardware.LeastRecent;
import dev.assay.node.NodeId;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * How each BMC let us in last time, so that not every request logs in: by address, user and
 * password. BMCs have room for a few sessions only, so each one that is not needed any more is
 * closed: when it was not used for longest of more than a thousand, when the node's driver_info
 * changed, and at the end of the process. A session that the BMC has forgotten is made again.
 */
final class Sessions {
  private static final int BOUND = 1_000;
  private static final int NODES = 10_000;

  private final BiConsumer<RedfishAccess, Entry.Session> closing;
  private final LeastRecent<RedfishAccess, Entry> entries;
  private final LeastRecent<NodeId, RedfishAccess> used = new LeastRecent<>(NODES);

  /** A way in. */
  sealed interface Entry {
    /** The token of a session, and where it is closed, if the BMC said so. */
    record Session(Secret token, Optional<String> path) implements Entry {}

    /** The BMC has no sessions: user and password with every request. */
    record Basic() implements Entry {}
  }

  /** {@code closing} is told which sessions to close, and returns without waiting for it. */
  Sessions(BiConsumer<RedfishAccess, Entry.Session> closing) {
    this.closing = closing;
    this.entries = new LeastRecent<>(BOUND, this::close);
  }

  /** {@code node} is reached by {@code access} now: a session of another access is closed. */
  void use(NodeId node, RedfishAccess access) {
    var before = used.find(node);
    if (before.filter(access::equals).isEmpty()) {
      used.put(node, access);
      before
          .flatMap(old -> entries.take(old).map(entry -> Map.entry(old, entry)))
          .ifPresent(old -> close(old.getKey(), old.getValue()));
    }
  }

  Optional<Entry> find(RedfishAccess access) {
    return entries.find(access);
  }

  /** The way in from now on: {@code entry}, unless another thread was faster. */
  Entry remember(RedfishAccess access, Entry entry) {
    var kept = entries.keep(access, entry);
    if (!kept.equals(entry)) {
      close(access, entry);
    }
    return kept;
  }

  /**
   * Was refused. It is closed all the same: a BMC that refuses one resource with 401 would keep it.
   */
  void forget(RedfishAccess access, Entry entry) {
    if (entries.remove(access, entry)) {
      close(access, entry);
    }
  }

  /** Those that are open, which from now on are the caller's to close. */
  Map<RedfishAccess, Entry> takeAll() {
    return entries.takeAll();
  }

  private void close(RedfishAccess access, Entry entry) {
    if (entry instanceof Entry.Session session) {
      closing.accept(access, session);
    }
  }
}

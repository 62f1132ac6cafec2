package dev.assay.redfish.client;

import dev.assay.id.NodeId;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Caches by address, user and password how the last login at a BMC succeeded, so that not every
 * request logs in. BMCs allow only a few sessions, so sessions that are not needed any more are
 * closed: when the cache is full, the least recently used one; when the node's driver_info changes;
 * and at the end of the process. A session that the BMC has dropped is created again.
 */
final class Sessions {
  private static final int BOUND = 1_000;
  private static final int NODES = 10_000;

  private final BiConsumer<RedfishAccess, Entry.Session> closing;
  private final LeastRecent<RedfishAccess, Entry> entries;
  private final LeastRecent<NodeId, RedfishAccess> used = new LeastRecent<>(NODES);

  /** How to authenticate at a BMC. */
  sealed interface Entry {
    /** The token of a session, and the path for closing it, if the BMC named one. */
    record Session(Secret token, Optional<String> path) implements Entry {}

    /** The BMC has no sessions: send user and password with every request. */
    record Basic() implements Entry {}
  }

  /** {@code closing} is called with each session to close, and returns without waiting for it. */
  Sessions(BiConsumer<RedfishAccess, Entry.Session> closing) {
    this.closing = closing;
    this.entries = new LeastRecent<>(BOUND, this::close);
  }

  /**
   * Records that {@code node} uses {@code access} now, and closes the session of its former access.
   */
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

  /** Caches {@code entry} and returns it, or the entry that another thread cached first. */
  Entry remember(RedfishAccess access, Entry entry) {
    var kept = entries.keep(access, entry);
    if (!kept.equals(entry)) {
      close(access, entry);
    }
    return kept;
  }

  /**
   * Removes an entry that the BMC refused. Its session is closed all the same: a BMC that refuses
   * one resource with 401 would keep it.
   */
  void forget(RedfishAccess access, Entry entry) {
    if (entries.remove(access, entry)) {
      close(access, entry);
    }
  }

  /** Removes and returns all entries; the caller must close them. */
  Map<RedfishAccess, Entry> takeAll() {
    return entries.takeAll();
  }

  private void close(RedfishAccess access, Entry entry) {
    if (entry instanceof Entry.Session session) {
      closing.accept(access, session);
    }
  }
}

package dev.assay.redfish.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A bounded map that evicts the least recently used entry. Safe for use by several threads. */
public final class LeastRecent<K, V> {
  private final int bound;
  private final BiConsumer<K, V> forgotten;
  private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** Keeps at most {@code bound} entries. */
  public LeastRecent(int bound) {
    this(bound, (_, _) -> {});
  }

  /**
   * As above; {@code forgotten} is called with each entry that is evicted because the map is full.
   */
  public LeastRecent(int bound, BiConsumer<K, V> forgotten) {
    this.bound = bound;
    this.forgotten = forgotten;
  }

  public synchronized Optional<V> find(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  public synchronized void put(K key, V value) {
    entries.put(key, value);
    while (entries.size() > bound) {
      var eldest = entries.pollFirstEntry();
      forgotten.accept(eldest.getKey(), eldest.getValue());
    }
  }

  /** Adds {@code value} unless {@code key} has one; returns the value that {@code key} has now. */
  public synchronized V keep(K key, V value) {
    var known = entries.get(key);
    if (known != null) {
      return known;
    }
    put(key, value);
    return value;
  }

  /** Removes {@code key} and returns its value. */
  public synchronized Optional<V> take(K key) {
    return Optional.ofNullable(entries.remove(key));
  }

  /** Removes all entries and returns them. */
  public synchronized Map<K, V> takeAll() {
    var all = Map.copyOf(entries);
    entries.clear();
    return all;
  }

  /** Removes {@code key} if its value is {@code value}; returns whether it was. */
  public synchronized boolean remove(K key, V value) {
    return entries.remove(key, value);
  }
}

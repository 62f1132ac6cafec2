package dev.assay.conductor.hardware;

import java.util.LinkedHashMap;
import java.util.Optional;

/** A bounded map that forgets what was not used for longest. Safe for use by several threads. */
public final class LeastRecent<K, V> {
  private final int bound;
  private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** Keeps at most {@code bound} entries. */
  public LeastRecent(int bound) {
    this.bound = bound;
  }

  public synchronized Optional<V> find(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  public synchronized void put(K key, V value) {
    entries.put(key, value);
    while (entries.size() > bound) {
      entries.pollFirstEntry();
    }
  }

  /** Forgets {@code value} if it is still the one of {@code key}. */
  public synchronized void remove(K key, V value) {
    entries.remove(key, value);
  }
}

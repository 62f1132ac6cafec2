package dev.assay.conductor.hardware;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A bounded map that forgets what was not used for longest. Safe for use by several threads. */
public final class LeastRecent<K, V> {
  private final int bound;
  private final BiConsumer<K, V> forgotten;
  private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** Keeps at most {@code bound} entries. */
  public LeastRecent(int bound) {
    this(bound, (_, _) -> {});
  }

  /** As above; {@code forgotten} is told of each entry for which there was no room any more. */
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

  /** The value that {@code key} has now: the one it had, else {@code value}. */
  public synchronized V keep(K key, V value) {
    var known = entries.get(key);
    if (known != null) {
      return known;
    }
    put(key, value);
    return value;
  }

  /** Forgets {@code key} and tells what it had. */
  public synchronized Optional<V> take(K key) {
    return Optional.ofNullable(entries.remove(key));
  }

  /** Forgets everything and tells what it was. */
  public synchronized Map<K, V> takeAll() {
    var all = Map.copyOf(entries);
    entries.clear();
    return all;
  }

  /** Forgets {@code value} and answers true if it is still the one of {@code key}. */
  public synchronized boolean remove(K key, V value) {
    return entries.remove(key, value);
  }
}

package dev.assay.objectstore;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A flat set of named byte arrays. Each call is atomic for each object: a reader sees the whole
 * object or none. Safe for use by many threads; callers may block for as long as the store's
 * timeouts allow.
 *
 * <p>A key has 1 to {@value #MAX_KEY_LENGTH} characters: segments of {@code a-z A-Z 0-9 . _ -} that
 * do not begin with a dot, with {@code /} between them.
 *
 * <p>Every method throws {@link TemporaryStoreFailure} when the same call may succeed later, {@link
 * PermanentStoreFailure} when somebody has to change something first, and {@link
 * IllegalArgumentException} for arguments beyond the limits. After a failed call it is unknown
 * whether the change was made; all methods can be repeated.
 */
public interface ObjectStore {
  /** The longest key. */
  int MAX_KEY_LENGTH = 200;

  /** The largest object, in bytes. */
  int MAX_BYTES = 64 * 1024 * 1024;

  /** How many keys one call of {@link #delete} or {@link #list} accepts or returns at most. */
  int MAX_KEYS = 1000;

  /** Stores {@code bytes}, at most {@link #MAX_BYTES}, and replaces what the key held before. */
  void put(String key, byte[] bytes);

  /** What was stored; empty when there is no such object. */
  Optional<byte[]> get(String key);

  /** What was stored; {@link PermanentStoreFailure} when there is no such object. */
  byte[] require(String key);

  /** Deletes the objects, at most {@link #MAX_KEYS}; those that do not exist are ignored. */
  void delete(Collection<String> keys);

  /**
   * Lists objects in the order of their keys' bytes.
   *
   * @param prefix how the keys begin; may be empty
   * @param after lists only keys that come after this one
   * @param atMost 1 to {@link #MAX_KEYS}
   */
  Page list(String prefix, Optional<String> after, int atMost);

  /**
   * A part of a list.
   *
   * @param more whether further keys follow the last one
   */
  record Page(List<StoredObject> objects, boolean more) {
    public Page {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object in a list.
   *
   * @param bytes its size
   * @param modified when it was stored, by the clock of the store, in whole seconds
   */
  record StoredObject(String key, long bytes, Instant modified) {}
}

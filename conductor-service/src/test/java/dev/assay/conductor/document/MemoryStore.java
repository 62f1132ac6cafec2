package dev.assay.conductor.document;

import dev.assay.objectstore.ObjectStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** An object store in memory, in which something can happen when an object is stored. */
final class MemoryStore implements ObjectStore {
  /** Objects by key. */
  final NavigableMap<String, Stored> objects = new ConcurrentSkipListMap<>();

  /** Runs when the object of a document is stored. */
  volatile Runnable afterPut = () -> {};

  private final Instant now;

  /** An object. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(byte[] bytes, Instant modified) {}

  MemoryStore(Instant now) {
    this.now = now;
  }

  @Override
  public void put(String key, byte[] bytes) {
    objects.put(key, new Stored(bytes, now));
    if (key.startsWith("documents/")) {
      afterPut.run();
    }
  }

  @Override
  public Optional<byte[]> get(String key) {
    return Optional.ofNullable(objects.get(key)).map(Stored::bytes);
  }

  @Override
  public byte[] require(String key) {
    return get(key).orElseThrow();
  }

  @Override
  public void delete(Collection<String> keys) {
    keys.forEach(objects::remove);
  }

  @Override
  public Page list(String prefix, Optional<String> after, int atMost) {
    var found =
        objects.tailMap(after.orElse(prefix), after.isEmpty()).entrySet().stream()
            .filter(object -> object.getKey().startsWith(prefix))
            .map(
                object ->
                    new StoredObject(
                        object.getKey(),
                        object.getValue().bytes().length,
                        object.getValue().modified()))
            .toList();
    // Short pages, so that there is more than one.
    var page = List.copyOf(found.subList(0, Math.min(found.size(), Math.min(atMost, 2))));
    return new Page(page, page.size() < found.size());
  }
}

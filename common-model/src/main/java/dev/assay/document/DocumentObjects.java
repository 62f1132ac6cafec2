package dev.assay.document;

import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.objectstore.ObjectStore;
import dev.assay.objectstore.ObjectStore.Page;
import dev.assay.objectstore.S3Config;
import dev.assay.objectstore.S3ObjectStore;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of documents that are objects of the object store. Each object has a key of its own,
 * which is never used again: {@code documents/<node>/<SHA-256>/<UUID>}. Every method that reads or
 * writes objects may take as long as the store's timeouts allow, and throws {@link
 * dev.assay.objectstore.StoreFailure}. Source: docs/decisions/0053.
 */
@Startup // so that options that make no sense are noticed at the start
@ApplicationScoped
public class DocumentObjects {
  /** How the keys of all documents begin. */
  private static final String DOCUMENTS = "documents/";

  private static final String OWNER = "owner";

  private final @Nullable ObjectStore store;
  private final Duration longestCall;

  @Inject
  DocumentObjects(S3Config config, InventoryConfig inventory) {
    this(
        config.endpoint().isPresent() || inventory.dataBackend() == DataBackend.S3
            ? new S3ObjectStore(config)
            : null,
        config.requestTimeout().multipliedBy(config.attempts()));
  }

  /**
   * Uses {@code store}, or none.
   *
   * @param longestCall the longest time that one call of it takes
   */
  public DocumentObjects(@Nullable ObjectStore store, Duration longestCall) {
    this.store = store;
    this.longestCall = longestCall;
  }

  /** Whether this process has an object store. */
  public boolean configured() {
    return store != null;
  }

  /** The longest time that one call takes. */
  public Duration longestCall() {
    return longestCall;
  }

  /** A new key for a document of {@code node}. */
  public static String newKey(UUID node, Digest digest) {
    return DOCUMENTS + "%s/%s/%s".formatted(node, digest.hex(), UUID.randomUUID());
  }

  /** The body that was stored under {@code key}. */
  public byte[] read(String key) {
    if (store == null) {
      throw new IllegalStateException(
          "%s is in an object store, but this process has none: set assay.inventory.s3.endpoint and the options beside it to those of the process that stored it."
              .formatted(key));
    }
    return store.require(key);
  }

  /** Stores a body. */
  public void put(String key, byte[] body) {
    store().put(key, body);
  }

  /** Lists the objects of documents behind the key {@code after}, by key. */
  public Page list(Optional<String> after, int atMost) {
    return store().list(DOCUMENTS, after, atMost);
  }

  /** Deletes objects. */
  public void delete(Collection<String> keys) {
    store().delete(keys);
  }

  /** Whose objects these are; empty when nobody has used this prefix yet. */
  public Optional<String> owner() {
    return store().get(OWNER).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Marks the prefix as used by {@code owner}. */
  public void claim(String owner) {
    store().put(OWNER, owner.getBytes(StandardCharsets.UTF_8));
  }

  private ObjectStore store() {
    return Objects.requireNonNull(store, "no object store is configured");
  }

  @PreDestroy
  void close() {
    if (store instanceof S3ObjectStore opened) {
      opened.close();
    }
  }

  /** The bucket and where it is. */
  @Override
  public String toString() {
    return String.valueOf(store);
  }
}

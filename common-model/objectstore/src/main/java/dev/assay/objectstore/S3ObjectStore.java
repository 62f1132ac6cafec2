package dev.assay.objectstore;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Keeps objects in a bucket of an S3-compatible store. A call ends within the request timeout times
 * the attempts of {@link S3Config}.
 */
public final class S3ObjectStore implements ObjectStore, AutoCloseable {
  private static final String SHA_256 = "sha256";

  private final S3Client client;
  private final String bucket;
  private final KeyPrefix prefix;
  private final FailureKinds failures;

  /**
   * Connects only when the first call needs it.
   *
   * @throws IllegalArgumentException when an option is missing or makes no sense
   */
  public S3ObjectStore(S3Config config) {
    bucket = S3Connection.required("bucket", config.bucket());
    prefix = new KeyPrefix(config.prefix());
    client = S3Connection.client(config);
    failures =
        new FailureKinds("bucket %s at %s".formatted(bucket, config.endpoint().orElseThrow()));
  }

  @Override
  public void put(String key, byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d bytes, more than the %d that are stored as one object"
              .formatted(key, bytes.length, MAX_BYTES));
    }
    var name = prefix.before(key);
    call(
        () ->
            client.putObject(
                request ->
                    request
                        .bucket(bucket)
                        .key(name)
                        .contentType("application/octet-stream")
                        .contentMD5(Checksums.md5(bytes))
                        .metadata(Map.of(SHA_256, Checksums.sha256(bytes))),
                RequestBody.fromBytes(bytes)));
  }

  @Override
  public Optional<byte[]> get(String key) {
    var name = prefix.before(key);
    var found = read(name);
    if (found.filter(Received::isDamaged).isPresent()) {
      // Damage on the way is gone the second time. A store that noticed damage on its disk has
      // withdrawn the object meanwhile; that it was there must not be forgotten.
      found = read(name);
      if (found.filter(again -> !again.isDamaged()).isEmpty()) {
        throw failures.unusable(name, "is damaged: its SHA-256 is not the one it was stored with");
      }
    }
    if (found.filter(Received::isTooLarge).isPresent()) {
      throw failures.unusable(name, "has more than %d bytes".formatted(MAX_BYTES));
    }
    return found.map(Received::bytes);
  }

  @Override
  public byte[] require(String key) {
    return get(key)
        .orElseThrow(() -> failures.unusable(prefix.before(key), "is missing: restore it"));
  }

  private Optional<Received> read(String name) {
    try {
      return Optional.of(call(() -> client.getObject(request(name), S3ObjectStore::receive)));
    } catch (NoSuchKeyException _) {
      return Optional.empty();
    }
  }

  private GetObjectRequest request(String name) {
    return GetObjectRequest.builder().bucket(bucket).key(name).build();
  }

  @Override
  public void delete(Collection<String> keys) {
    if (keys.isEmpty()) {
      return;
    }
    if (keys.size() > MAX_KEYS) {
      throw new IllegalArgumentException(
          "%d keys to delete, more than %d".formatted(keys.size(), MAX_KEYS));
    }
    var names =
        keys.stream()
            .map(key -> ObjectIdentifier.builder().key(prefix.before(key)).build())
            .toList();
    var response =
        call(
            () ->
                client.deleteObjects(
                    request ->
                        request
                            .bucket(bucket)
                            .delete(Delete.builder().objects(names).quiet(true).build())));
    response.errors().stream()
        .filter(error -> !"NoSuchKey".equals(error.code()))
        .findFirst()
        .ifPresent(
            error -> {
              throw failures.ofOneObject(error);
            });
  }

  @Override
  public Page list(String keyPrefix, Optional<String> after, int atMost) {
    if (atMost < 1 || atMost > MAX_KEYS) {
      throw new IllegalArgumentException("list %d objects: 1 to %d".formatted(atMost, MAX_KEYS));
    }
    var start = prefix.beforeStart(keyPrefix);
    var afterName = after.map(prefix::before).orElse(null);
    var response =
        call(
            () ->
                client.listObjectsV2(
                    request ->
                        request
                            .bucket(bucket)
                            .prefix(start)
                            .startAfter(afterName)
                            .maxKeys(atMost)));
    List<StoredObject> objects = response.contents().stream().map(this::stored).toList();
    return new Page(objects, Boolean.TRUE.equals(response.isTruncated()));
  }

  private StoredObject stored(S3Object object) {
    return new StoredObject(prefix.key(object.key()), object.size(), object.lastModified());
  }

  private static Received receive(GetObjectResponse response, AbortableInputStream stream) {
    try {
      var bytes = stream.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        stream.abort(); // the rest may be long
      }
      return new Received(bytes, Optional.ofNullable(response.metadata().get(SHA_256)));
    } catch (IOException e) {
      throw RetryableException.create("the object ended early: " + e.getMessage(), e);
    }
  }

  /** What came of an object, at most one byte too much, and the checksum that it should have. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Received(byte[] bytes, Optional<String> sha256) {
    boolean isTooLarge() {
      return bytes.length > MAX_BYTES;
    }

    boolean isDamaged() {
      return !isTooLarge()
          && sha256.filter(expected -> !expected.equals(Checksums.sha256(bytes))).isPresent();
    }
  }

  private <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (NoSuchKeyException e) {
      throw e;
    } catch (SdkException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** The bucket and where it is. */
  @Override
  public String toString() {
    return failures.place();
  }
}

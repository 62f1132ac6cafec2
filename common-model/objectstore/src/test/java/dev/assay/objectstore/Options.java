package dev.assay.objectstore;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Options of a store in tests, with those changed that a test is about. */
public record Options(
    Optional<URI> endpoint,
    String region,
    Optional<String> bucket,
    String prefix,
    Optional<String> accessKey,
    Optional<String> secretKey,
    boolean pathStyle,
    Optional<Path> caFile,
    Duration connectTimeout,
    Duration requestTimeout,
    int attempts)
    implements S3Config {
  /** One attempt of a second in bucket "inventories", with the keys of the tests. */
  public static Options at(String endpoint) {
    return new Options(
        Optional.of(URI.create(endpoint)),
        "us-east-1",
        Optional.of("inventories"),
        "assay",
        Optional.of("assay:inventory"),
        Optional.of("not-to-be-shown"),
        true,
        Optional.empty(),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        1);
  }

  public Options withBucket(String other) {
    return new Options(
        endpoint,
        region,
        Optional.of(other),
        prefix,
        accessKey,
        secretKey,
        pathStyle,
        caFile,
        connectTimeout,
        requestTimeout,
        attempts);
  }

  public Options withPrefix(String other) {
    return new Options(
        endpoint,
        region,
        bucket,
        other,
        accessKey,
        secretKey,
        pathStyle,
        caFile,
        connectTimeout,
        requestTimeout,
        attempts);
  }

  public Options withKeys(String access, String secret) {
    return new Options(
        endpoint,
        region,
        bucket,
        prefix,
        Optional.of(access),
        Optional.of(secret),
        pathStyle,
        caFile,
        connectTimeout,
        requestTimeout,
        attempts);
  }

  public Options withRegion(String other) {
    return new Options(
        endpoint,
        other,
        bucket,
        prefix,
        accessKey,
        secretKey,
        pathStyle,
        caFile,
        connectTimeout,
        requestTimeout,
        attempts);
  }

  public Options withCaFile(Path file) {
    return new Options(
        endpoint,
        region,
        bucket,
        prefix,
        accessKey,
        secretKey,
        pathStyle,
        Optional.of(file),
        connectTimeout,
        requestTimeout,
        attempts);
  }

  public Options withAttempts(int number, Duration each) {
    return new Options(
        endpoint,
        region,
        bucket,
        prefix,
        accessKey,
        secretKey,
        pathStyle,
        caFile,
        connectTimeout,
        each,
        number);
  }
}

package dev.assay.objectstore;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A bucket of an S3-compatible store. Requests are signed (signature version 4), and what is stored
 * is checked for damage when it is written and when it is read. API services and conductors need
 * the same values, also when inventories that are in the store already are only read.
 */
@ConfigMapping(prefix = "assay.inventory.s3")
@Unremovable // a service that uses no store must not reject the options
public interface S3Config {
  /**
   * URL of the store's S3 API, such as `https://swift.example.org:8080` or
   * `https://s3.eu-central-1.amazonaws.com`, without the bucket. With http, whoever reads the
   * network reads inventories.
   */
  Optional<URI> endpoint();

  /** Region that requests are signed for. Swift: option location of s3api. */
  @WithDefault("us-east-1")
  String region();

  /** The bucket. It must exist. Installations may share one if their prefixes differ. */
  Optional<String> bucket();

  /** Put before every key in the bucket, without slashes at either end; may be empty. */
  @WithDefault("assay")
  String prefix();

  /** Access key. It needs the rights to read, write, delete and list objects. */
  Optional<String> accessKey();

  /** Its secret key. Never shown or logged. */
  Optional<String> secretKey();

  /**
   * Whether the bucket is named in the path of URLs (`https://host/bucket/key`), as most stores
   * want, or in the host name (`https://bucket.host/key`).
   */
  @WithDefault("true")
  boolean pathStyle();

  /**
   * File in PEM format with the certificate authorities that may have signed the store's
   * certificate; without it, those that Java trusts. The certificate is always verified.
   */
  Optional<Path> caFile();

  /** To connect to the store. 100ms to 1m. */
  @WithDefault("2s")
  Duration connectTimeout();

  /** For one attempt of a request, from connecting to the last byte. 1s to 5m. */
  @WithDefault("10s")
  Duration requestTimeout();

  /**
   * How often a request is sent at most, with pauses of up to 2s in between, when the store is away
   * or busy. All attempts together end after this many times the request timeout. 1 to 10.
   */
  @WithDefault("3")
  int attempts();
}

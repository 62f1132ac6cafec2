package dev.assay.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A real PostgreSQL with TLS; its certificate is for 127.0.0.1, and not for localhost. */
public final class TlsDatabase implements QuarkusTestResourceLifecycleManager {
  private EmbeddedPostgres postgres;
  private Authority authority;

  @Override
  public Map<String, String> start() {
    try {
      authority = Authority.in(Files.createTempDirectory("assay-database-ca"));
      var issued = authority.issue("database", "ip:127.0.0.1,dns:db.example");
      postgres =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "off")
              .setServerConfig("ssl", "on")
              .setServerConfig("ssl_cert_file", issued.certificate().toString())
              .setServerConfig("ssl_key_file", issued.key().toString())
              .setPGStartupWait(Duration.ofMinutes(1)) // a busy machine needs more than 10 s
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
    }
    return Map.of(
        "assay.database.url", url("127.0.0.1", authority.certificate()),
        "assay.database.username", "postgres",
        "assay.database.password", "postgres");
  }

  /** A URL with verification of host name and certificate. */
  public String url(String host, Path trusted) {
    return "jdbc:postgresql://%s:%d/postgres?sslmode=verify-full&sslrootcert=%s"
        .formatted(host, postgres.getPort(), trusted);
  }

  /**
   * Runs after the database that the module's other tests share, so that this one's settings win.
   */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public void stop() {
    try {
      if (postgres != null) {
        postgres.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not stop", e);
    }
  }
}

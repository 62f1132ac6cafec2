package dev.assay.testing;

import dev.assay.secret.KeyFile;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A real PostgreSQL for the tests of one module, on a free port. */
public final class EmbeddedDatabase implements QuarkusTestResourceLifecycleManager {
  private EmbeddedPostgres postgres;
  private Path folder;

  @Override
  public Map<String, String> start() {
    try {
      folder = Files.createTempDirectory("assay-database");
      postgres = DataFolder.server(folder.resolve("data")).setServerConfig("fsync", "off").start();
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
    }
    var keys = folder.resolve("secrets.keys");
    KeyFile.add(keys, false);
    return Map.of(
        "assay.database.url",
        postgres.getJdbcUrl("postgres", "postgres"),
        "assay.database.username",
        "postgres",
        "assay.database.password",
        "postgres",
        "assay.secrets.key-file",
        keys.toString());
  }

  @Override
  public void stop() {
    try {
      if (postgres != null) {
        postgres.close();
        DataFolder.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not stop", e);
    }
  }
}

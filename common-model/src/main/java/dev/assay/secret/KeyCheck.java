package dev.assay.secret;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Reads the keys when a service starts, or says why it cannot start without. */
@ApplicationScoped
public class KeyCheck {
  private static final int BEHIND_THE_SCHEMA = -900; // and before everything that reads nodes

  private final SecretsConfig config;
  private final DataSource database;

  KeyCheck(SecretsConfig config, DataSource database) {
    this.config = config;
    this.database = database;
  }

  void check(@Observes @Priority(BEHIND_THE_SCHEMA) StartupEvent started) throws SQLException {
    var file = config.keyFile().orElseThrow(KeyCheck::notSet);
    try (var connection = database.getConnection()) {
      if (!Files.exists(file)) {
        create(file, connection);
      }
      var keyring = Keyring.of(file);
      KnownKeys.require(connection, keyring);
      Keyring.install(keyring);
    }
  }

  private void create(Path file, Connection connection) throws SQLException {
    if (KnownKeys.any(connection)) {
      throw new IllegalStateException(
          "The key file %s is not there, and the database is encrypted: put the file back (from your backup)."
              .formatted(file));
    }
    if (!config.createKeyFile()) {
      throw new IllegalStateException(
          "The key file %s (assay.secrets.key-file) is not there: make it with 'deploy/assay new-key %s', once for all services of this database."
              .formatted(file, file));
    }
    KeyFile.add(file, false);
  }

  private static IllegalStateException notSet() {
    return new IllegalStateException(
        "assay.secrets.key-file is not set, and secrets are stored encrypted only: make a file with"
            + " 'deploy/assay new-key FILE', once for all services of this database, and set the"
            + " option to it.");
  }
}

package dev.assay.secret;

import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.time.RepeatedMessages;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key file at startup, and stops the start with a message when the keys cannot be used.
 * While the service runs, a new first key of the file is recorded in the database before it is used
 * to encrypt.
 */
@ApplicationScoped
public class KeyCheck {
  private static final Logger LOG = Logger.getLogger(KeyCheck.class);
  private static final int BEHIND_THE_SCHEMA = -900; // and before everything that reads nodes

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
  private static final Duration ITERATION_LIMIT = Duration.ofMinutes(3);

  private final SecretsConfig config;
  private final DataSource database;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final RepeatedMessages repeated = new RepeatedMessages();
  private @Nullable Keyring keyring;

  KeyCheck(SecretsConfig config, DataSource database, DatabaseOutage outage, Loops loops) {
    this.config = config;
    this.database = database;
    this.outage = outage;
    this.loops = loops;
  }

  void check(@Observes @Priority(BEHIND_THE_SCHEMA) StartupEvent started) throws SQLException {
    var file = config.keyFile().orElseThrow(KeyCheck::notSet);
    outage.await(() -> check(file));
  }

  private void check(Path file) throws SQLException {
    try (var connection = database.getConnection()) {
      if (!Files.exists(file)) {
        create(file, connection);
      }
      var read = Keyring.of(file);
      KnownKeys.require(connection, read);
      Keyring.install(read);
      keyring = read;
    }
  }

  void watch(@Observes StartupEvent started) {
    var watched = keyring;
    if (watched != null) {
      var _ = Thread.ofVirtual().name("secret-keys").start(() -> watch(watched));
    }
  }

  void stop(@Observes ShutdownEvent ended) {
    stopped.countDown();
  }

  private void watch(Keyring watched) {
    var loop = loops.add("secret-keys", ITERATION_LIMIT);
    try {
      while (!stopped.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        loop.turn();
        try {
          useNewKey(watched);
        } catch (Throwable e) { // without this thread a new key would never be used
          loop.survive(e);
          if (!outage.explains(e) && repeated.isDue(e.toString())) {
            LOG.warnf("The new key of the key file is not used yet: %s", e.getMessage());
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    loop.end();
  }

  private void useNewKey(Keyring watched) throws SQLException {
    if (watched.heldBackKey().isPresent()) {
      try (var connection = database.getConnection()) {
        KnownKeys.noteNew(connection, watched);
      }
    }
  }

  private void create(Path file, Connection connection) throws SQLException {
    if (KnownKeys.any(connection)) {
      throw new IllegalStateException(
          "The key file %s is not there, and the database is encrypted: put the file back (from your backup). If it is lost for ever, make a new one with 'new-key', then run 'reencrypt --give-up-lost-keys'."
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

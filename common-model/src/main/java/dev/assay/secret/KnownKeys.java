package dev.assay.secret;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Records with which keys the database was encrypted: for each key id a proof, a text that only the
 * right key decrypts. So a wrong or incomplete key file is rejected at startup, not when a node is
 * needed.
 */
final class KnownKeys {
  private static final String IF_LOST =
      "If it is lost for ever, 'reencrypt --give-up-lost-keys' makes the database usable without what it encrypted.";

  private static final Logger LOG = Logger.getLogger(KnownKeys.class);
  private static final String PROOF = "assay";

  private KnownKeys() {}

  /** Whether the database may hold encrypted values. */
  static boolean any(Connection database) throws SQLException {
    try (var query = database.prepareStatement("select 1 from secret_key limit 1");
        var found = query.executeQuery()) {
      return found.next();
    }
  }

  /**
   * Records the current key; IllegalStateException, and nothing recorded, when the file of {@code
   * keyring} lacks a recorded key, or has a different key with its id. Runs in its own transaction.
   */
  static void require(Connection database, Keyring keyring) throws SQLException {
    keyring.holdBack(); // no key encrypts before it is recorded
    require(database, keyring, keyring.active());
  }

  /**
   * Records a new first key of the file, which encrypts from then on. Fails as above when the file
   * lacks a recorded key, even if this process still knows that key.
   */
  static void noteNew(Connection database, Keyring keyring) throws SQLException {
    var key = keyring.heldBackKey();
    if (key.isPresent()) {
      require(database, keyring, key.get());
      keyring.activate(key.get());
      LOG.infof("Secrets are encrypted with key %s from now on.", key.get().id());
    }
  }

  private static void require(Connection database, Keyring keyring, SecretKey key)
      throws SQLException {
    var automatic = database.getAutoCommit();
    database.setAutoCommit(false);
    try (var lock = database.createStatement()) {
      // Of two services that start with different new files, the second must fail.
      lock.execute("lock table secret_key in exclusive mode");
      requireAll(database, keyring);
      note(database, keyring, key);
      database.commit();
    } finally {
      database.rollback();
      database.setAutoCommit(automatic);
    }
  }

  /** Fails as {@link #require(Connection, Keyring)} does, and records nothing. */
  static void requireAll(Connection database, Keyring keyring) throws SQLException {
    try (var query = database.prepareStatement("select id, proof from secret_key order by id");
        var known = query.executeQuery()) {
      while (known.next()) {
        require(known.getString(1), known.getString(2), keyring);
      }
    }
  }

  private static void note(Connection database, Keyring keyring, SecretKey key)
      throws SQLException {
    try (var insert =
        database.prepareStatement(
            "insert into secret_key (id, proof) values (?, ?) on conflict do nothing")) {
      insert.setString(1, key.id());
      insert.setString(2, keyring.seal(PROOF, place(key.id()), key));
      insert.executeUpdate();
    }
  }

  private static void require(String id, String proof, Keyring keyring) {
    if (!keyring.idsInFile().contains(id)) {
      throw new IllegalStateException(
          "The database is encrypted with the key %s, which is not in %s: put the key file back that was in use (from your backup). %s"
              .formatted(id, keyring.file(), IF_LOST));
    }
    try {
      keyring.open(proof, place(id));
    } catch (UnreadableSecretException e) {
      throw new IllegalStateException(
          "The key %s in %s is not the one of that id that the database is encrypted with: put the key file back that was in use (from your backup). %s"
              .formatted(id, keyring.file(), IF_LOST),
          e);
    }
  }

  /**
   * Deletes the records of keys that the file lacks, or has otherwise; returns their ids. What they
   * encrypted stays unreadable.
   */
  static List<String> forgetLost(Connection database, Keyring keyring) throws SQLException {
    var lost = new ArrayList<String>();
    try (var query = database.prepareStatement("select id, proof from secret_key order by id");
        var delete = database.prepareStatement("delete from secret_key where id = ?");
        var known = query.executeQuery()) {
      while (known.next()) {
        try {
          require(known.getString(1), known.getString(2), keyring);
        } catch (IllegalStateException _) {
          lost.add(known.getString(1));
          delete.setString(1, known.getString(1));
          delete.executeUpdate();
        }
      }
    }
    return lost;
  }

  /**
   * Deletes the records of all keys but {@code active}: no value is encrypted with them any more.
   */
  static void keepOnly(Connection database, String active) throws SQLException {
    try (var delete = database.prepareStatement("delete from secret_key where id <> ?")) {
      delete.setString(1, active);
      delete.executeUpdate();
    }
  }

  private static SecretColumn place(String id) {
    return new SecretColumn("secret_key", id, "proof");
  }
}

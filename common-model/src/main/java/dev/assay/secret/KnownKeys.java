package dev.assay.secret;

import java.sql.Connection;
import java.sql.SQLException;
import org.jboss.logging.Logger;

/**
 * Which keys the database was encrypted with: for each id a text that only the right key decrypts.
 * So a wrong or incomplete key file is refused at the start, not when a node is needed.
 */
final class KnownKeys {
  private static final Logger LOG = Logger.getLogger(KnownKeys.class);
  private static final String PROOF = "assay";

  private KnownKeys() {}

  /** Whether anything may be encrypted in the database. */
  static boolean any(Connection database) throws SQLException {
    try (var query = database.prepareStatement("select 1 from secret_key limit 1");
        var found = query.executeQuery()) {
      return found.next();
    }
  }

  /**
   * Notes the key that encrypts now; IllegalStateException, and nothing noted, when the file of
   * {@code keyring} lacks one that was noted, or has another of its id. A transaction of its own.
   */
  static void require(Connection database, Keyring keyring) throws SQLException {
    keyring.holdBack(); // none encrypts that is not noted
    require(database, keyring, keyring.active());
  }

  /**
   * Notes the key that stands first in the file since it was read again, which encrypts from then
   * on; as above when the file lacks one that was noted, though this process may know it.
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
      // Of two services that start with different new files, the second shall be refused.
      lock.execute("lock table secret_key in exclusive mode");
      requireAll(database, keyring);
      note(database, keyring, key);
      database.commit();
    } finally {
      database.rollback();
      database.setAutoCommit(automatic);
    }
  }

  private static void requireAll(Connection database, Keyring keyring) throws SQLException {
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
          "The database is encrypted with the key %s, which is not in %s: put the key file back that was in use (from your backup)."
              .formatted(id, keyring.file()));
    }
    try {
      keyring.open(proof, place(id));
    } catch (UnreadableSecretException e) {
      throw new IllegalStateException(
          "The key %s in %s is not the one of that id that the database is encrypted with: put the key file back that was in use (from your backup)."
              .formatted(id, keyring.file()),
          e);
    }
  }

  /** Forgets all keys but {@code active}: nothing is encrypted with them any more. */
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

package dev.assay.secret;

import java.sql.Connection;
import java.sql.SQLException;

/** Compares a database with what should be: right keys, and nothing in plain text. Only reads. */
public final class StoredKeys {
  private StoredKeys() {}

  /**
   * IllegalStateException when the file of {@code keyring} lacks a key that the database is
   * encrypted with, or has a different one with its id.
   */
  public static void require(Connection database, Keyring keyring) throws SQLException {
    KnownKeys.requireAll(database, keyring);
  }

  /** The number of stored secrets that are not encrypted; empty ones do not count. */
  public static long inPlainText(Connection database) throws SQLException {
    long sum = 0;
    for (var column : Reencryption.COLUMNS) {
      try (var query =
              database.prepareStatement(
                  """
                  select count(*) from %1$s
                  where %2$s not in ('{}', '[]') and not starts_with(%2$s #>> '{}', 'assay:')
                  """
                      .formatted(column.table(), column.name()));
          var count = query.executeQuery()) {
        count.next();
        sum += count.getLong(1);
      }
    }
    return sum;
  }
}

package dev.assay.secret;

import java.nio.charset.StandardCharsets;

/**
 * The place of an encrypted value in the database: table, row and column. It is authenticated with
 * the value: a value that is copied to another row or column cannot be decrypted there.
 *
 * @param row the permanent identifier of the row, its UUID
 */
public record SecretColumn(String table, Object row, String column) {
  byte[] bytes() {
    return (table + "/" + row + "/" + column).getBytes(StandardCharsets.UTF_8);
  }

  /** The place in words, for messages. */
  @Override
  public String toString() {
    return "%s of %s %s".formatted(column, table, row);
  }
}

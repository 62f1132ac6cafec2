package dev.assay.secret;

import java.nio.charset.StandardCharsets;

/**
 * Where in the database an encrypted value stands. It is authenticated with the value: a value that
 * is copied to another row or column cannot be read there.
 *
 * @param row what identifies the row for ever, its UUID
 */
public record SecretColumn(String table, Object row, String column) {
  byte[] bytes() {
    return (table + "/" + row + "/" + column).getBytes(StandardCharsets.UTF_8);
  }

  /** For people. */
  @Override
  public String toString() {
    return "%s of %s %s".formatted(column, table, row);
  }
}

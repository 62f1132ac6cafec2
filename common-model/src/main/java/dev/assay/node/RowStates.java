package dev.assay.node;

import dev.assay.document.Digest;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/**
 * Collects the states of the rows of a page into one short text, which is another one when a row
 * was changed, added, removed or moved. {@link Nodes.Selection#state} has the database compute the
 * same, without reading the rows. Source: docs/decisions/0063.
 */
public final class RowStates {
  /**
   * SQL for the version of a row. PostgreSQL writes the number of the transaction, xmin, into each
   * row that is changed. updated_at helps where numbers are used again: in a database that was set
   * back, or on a replica that had not received the last changes.
   */
  public static final String VERSION = "encode(record_send(row(id, xmin, updated_at)), 'base64')";

  /** HQL for the digest of the rows of {@code p}, whose states are called {@code state}. */
  static final String DIGEST =
      "cast(sql('encode(sha256(convert_to(coalesce(string_agg(?, '';''), ''''), ''UTF8'')), ''hex'')',"
          + " p.state) as string)";

  private final StringJoiner states = new StringJoiner(";");

  /** Adds the next row. */
  public void add(String state) {
    states.add(state);
  }

  /** The text for all rows so far, 64 hexadecimal digits. */
  public String digest() {
    var text = states.toString().getBytes(StandardCharsets.UTF_8);
    return Digest.of(text, 0, text.length).hex();
  }
}

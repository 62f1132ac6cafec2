package dev.assay.secret;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Encrypts with the current key every stored secret that is in plain text or encrypted with another
 * key, a hundred rows per transaction. It can be interrupted and repeated, and services may run
 * meanwhile: a value that one of them changes is left as written and checked again in the next
 * pass.
 */
public final class Reencryption {
  private static final int BATCH = 100;
  private static final int MAX_PASSES = 10;

  /** Every column that holds secrets; all these tables have a column uuid. */
  static final List<Column> COLUMNS =
      List.of(
          new Column("node", "driver_info"),
          new Column("node", "instance_info"),
          new Column("inspection_rule", "conditions"),
          new Column("inspection_rule", "actions"),
          new Column("classic_rule", "conditions"),
          new Column("classic_rule", "actions"),
          new Column("api_call", "call"),
          new Column("webhook", "target"));

  private final Connection database;
  private final Keyring keyring;
  private final Consumer<String> unreadable;
  private final Set<String> reported = new HashSet<>();

  /** A column of secrets, and its table. */
  record Column(String table, String name) {}

  /** A value as stored: JSON, or the text of an encrypted one. */
  private record Value(long id, UUID row, String json, String text) {}

  /** The result of one pass. */
  private record Pass(int changed, int unreadable) {}

  /**
   * The result of all passes.
   *
   * @param changed number of values that were encrypted with the current key
   * @param unreadable number of values in the last pass whose key is missing or that are damaged
   */
  public record Outcome(int changed, int unreadable) {}

  /**
   * Uses {@code database}, and leaves it with auto-commit switched off.
   *
   * @param unreadable receives a sentence for each value whose key is missing or that is damaged,
   *     once
   */
  public Reencryption(Connection database, Keyring keyring, Consumer<String> unreadable) {
    this.database = database;
    this.keyring = keyring;
    this.unreadable = unreadable;
  }

  /**
   * Gives up the keys that the key file lacks, so that services start again; returns their ids.
   * What they encrypted must be entered again: {@link #run} names it.
   */
  public List<String> giveUpLostKeys() throws SQLException {
    return KnownKeys.forgetLost(database, keyring);
  }

  /**
   * Runs passes until nothing changes, at most ten; IllegalStateException when the key file does
   * not belong to this database.
   */
  public Outcome run() throws SQLException {
    KnownKeys.require(database, keyring);
    database.setAutoCommit(false);
    int changed = 0;
    for (int pass = 1; ; pass++) {
      var done = pass();
      changed += done.changed();
      if (done.changed() == 0 || pass == MAX_PASSES) {
        if (done.changed() == 0 && done.unreadable() == 0) {
          KnownKeys.keepOnly(database, keyring.activeId());
          database.commit();
        }
        return new Outcome(changed, done.unreadable());
      }
    }
  }

  private Pass pass() throws SQLException {
    int changed = 0;
    int failed = 0;
    for (var column : COLUMNS) {
      long after = 0;
      for (var batch = next(column, after); !batch.isEmpty(); batch = next(column, after)) {
        for (var value : batch) {
          try {
            changed += replace(column, value);
          } catch (UnreadableSecretException e) {
            failed++;
            report(String.valueOf(e.getMessage()));
          }
        }
        database.commit();
        after = batch.getLast().id();
      }
    }
    return new Pass(changed, failed);
  }

  /** Reports a sentence once, although every pass finds it again. */
  private void report(String sentence) {
    if (reported.add(sentence)) {
      unreadable.accept(sentence);
    }
  }

  private List<Value> next(Column column, long after) throws SQLException {
    var values = new ArrayList<Value>();
    try (var query =
        database.prepareStatement(
            """
            select id, uuid, cast(%2$s as text), %2$s #>> '{}' from %1$s
            where id > ? and %2$s not in ('{}', '[]') and not starts_with(%2$s #>> '{}', ?)
            order by id limit ?
            """
                .formatted(column.table(), column.name()))) {
      query.setLong(1, after);
      query.setString(2, keyring.currentPrefix());
      query.setInt(3, BATCH);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          values.add(
              new Value(
                  rows.getLong(1),
                  rows.getObject(2, UUID.class),
                  rows.getString(3),
                  rows.getString(4)));
        }
      }
    }
    return values;
  }

  private int replace(Column column, Value value) throws SQLException {
    var place = new SecretColumn(column.table(), value.row(), column.name());
    var clear = Keyring.isSealed(value.text()) ? keyring.open(value.text(), place) : value.json();
    try (var update =
        database.prepareStatement(
            "update %1$s set %2$s = to_jsonb(cast(? as text)) where id = ? and %2$s = cast(? as jsonb)"
                .formatted(column.table(), column.name()))) {
      update.setString(1, keyring.seal(clear, place));
      update.setLong(2, value.id());
      update.setString(3, value.json());
      return update.executeUpdate();
    }
  }
}

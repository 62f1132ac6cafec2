package dev.assay.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The changes of the schema that this version consists of, compared with those that Liquibase has
 * recorded in the database. Source: docs/decisions/0061.
 */
final class SchemaChanges {
  private static final String FOLDER = "/db/assay/";
  private static final Pattern FILE = Pattern.compile("^\\s*file: (\\S+)", Pattern.MULTILINE);
  private static final Pattern ID = Pattern.compile("^--changeset assay:(\\S+)", Pattern.MULTILINE);

  private SchemaChanges() {}

  /** The ids of all changes, in their order. */
  static Set<String> all() {
    return matches(FILE, "changelog.yaml")
        .flatMap(file -> matches(ID, file))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The ids of those that were not made in the database yet. */
  static Set<String> missing(Connection database) throws SQLException {
    var missing = all();
    if (anyIsRecorded(database)) {
      try (var statement = database.createStatement();
          var made = statement.executeQuery("select id from databasechangelog")) {
        while (made.next()) {
          missing.remove(made.getString(1));
        }
      }
    }
    return missing;
  }

  private static boolean anyIsRecorded(Connection database) throws SQLException {
    try (var statement = database.createStatement();
        var row = statement.executeQuery("select to_regclass('databasechangelog') is not null")) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static Stream<String> matches(Pattern pattern, String file) {
    try (InputStream in =
        Objects.requireNonNull(SchemaChanges.class.getResourceAsStream(FOLDER + file), file)) {
      return pattern.matcher(new String(in.readAllBytes(), UTF_8)).results().map(it -> it.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

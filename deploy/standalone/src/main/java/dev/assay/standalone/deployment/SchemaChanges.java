package dev.assay.standalone.deployment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The changes of the schema that this version makes. */
final class SchemaChanges {
  private static final String FOLDER = "db/assay/";
  private static final Pattern FILE = Pattern.compile("[0-9]{3}-[a-z-]+\\.sql");
  private static final Pattern CHANGE = Pattern.compile("(?m)^--changeset assay:(\\S+)");

  private SchemaChanges() {}

  /** Their ids, in order. */
  static List<String> ids() throws IOException {
    var ids = new ArrayList<String>();
    for (var file : files()) {
      var changes = CHANGE.matcher(read(file));
      while (changes.find()) {
        ids.add(changes.group(1));
      }
    }
    return ids;
  }

  /** The names of the files in which they are, in order. */
  static List<String> files() throws IOException {
    return FILE.matcher(read("changelog.yaml")).results().map(MatchResult::group).toList();
  }

  private static String read(String file) throws IOException {
    try (var in = SchemaChanges.class.getClassLoader().getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IOException("this program lacks " + FOLDER + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

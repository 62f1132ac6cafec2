package dev.assay.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The changes to the schema as SQL, for tables that are made without Liquibase. */
public final class SchemaScripts {
  private static final String FOLDER = "/db/assay/";
  private static final Pattern FILE = Pattern.compile("^\\s*file: (\\S+)", Pattern.MULTILINE);

  private SchemaScripts() {}

  /** The text of each change, in their order. */
  public static List<String> all() {
    return FILE.matcher(resource("changelog.yaml"))
        .results()
        .map(file -> resource(file.group(1)))
        .toList();
  }

  private static String resource(String file) {
    try (InputStream in =
        Objects.requireNonNull(SchemaScripts.class.getResourceAsStream(FOLDER + file), file)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
